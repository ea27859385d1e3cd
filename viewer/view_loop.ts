import { printToStderr } from "../core/native/print_to_stderr.ts";
import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SystemClock } from "../core/system_clock.ts";
import { createDriver } from "../drivers/create_driver.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { emptyState } from "../schemas/empty_state.ts";
import { SensorLearner } from "./sensor_learner.ts";
import { ViewBlock } from "./view_block.ts";
import { ViewCycle } from "./view_cycle.ts";
import { ViewEnd } from "./view_end.ts";
import type { FromViewerWorker, ViewerSetup } from "./viewer_worker_messages.ts";

/** The loop of a viewer with all that it needs, in the worker. */
export class ViewLoop {
  readonly #driver: RobotDriver;
  readonly #cycle: ViewCycle;
  readonly #block: ViewBlock;
  readonly #learner: SensorLearner | undefined;

  private constructor(driver: RobotDriver, cycle: ViewCycle, block: ViewBlock, learner: SensorLearner | undefined) {
    this.#learner = learner;
    this.#driver = driver;
    this.#cycle = cycle;
    this.#block = block;
  }

  /** Creates the driver and all buffers. Rejects with the driver's error. */
  static async create(setup: ViewerSetup, log: (message: FromViewerWorker) => void): Promise<ViewLoop> {
    setTimerSlack();
    const clock = new SystemClock(setup.epochS);
    if (setup.json) printToStderr();
    const driver = await createDriver(setup.driver, {
      ...setup.context,
      clock,
      log: (level, text) => log({ type: "log", level, text }),
    }, setup.places);
    const block = new ViewBlock(setup.room, setup.block);
    const { joints, bodySensors, forceSensors } = setup.context.module;
    const state = emptyState(setup.room.joints, bodySensors, forceSensors);
    const cycle = new ViewCycle({ driver, state, block, joints: joints.length, clock });
    // Who names no module learns at least what the driver itself tells.
    const learner = joints.length === 0
      ? new SensorLearner(driver, cycle, setup.room, (sensors, left) => {
        log({ type: "sensors", ...sensors });
        if (left > 0) {
          log({ type: "log", level: "warning", text: `the driver names ${left} sensors more than are shown` });
        }
      })
      : undefined;
    return new ViewLoop(driver, cycle, block, learner);
  }

  /** Runs until it is asked to stop or the driver fails, and hands over the last window. Blocks. Returns what the driver did wrong; "": nothing. */
  run(): string {
    const error = this.#run();
    Atomics.store(this.#block.flags, ViewBlock.ENDED, 1);
    this.#cycle.publish();
    return error;
  }

  /** Closes the driver. Returns what went wrong; "": nothing. */
  close(): string {
    try {
      this.#driver.close();
      return "";
    } catch (cause) {
      return `close() threw: ${textOf(cause)}`;
    }
  }

  /** The driver's text, which may name the call itself. */
  #fault(call: string): string {
    const text = this.#driver.lastError();
    return text.startsWith(call) ? text : `${call}: ${text}`;
  }

  #run(): string {
    try {
      for (;;) {
        if (Atomics.load(this.#block.flags, ViewBlock.STOP) !== 0) return "";
        const end = this.#cycle.step();
        if (end === ViewEnd.SyncFault) return this.#fault("sync()");
        if (end === ViewEnd.ReadFault) return this.#fault("readState()");
        this.#learner?.look();
      }
    } catch (cause) {
      return `threw: ${textOf(cause)}`;
    }
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
