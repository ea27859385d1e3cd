import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SystemClock } from "../core/system_clock.ts";
import { createDriver } from "../drivers/create_driver.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import { ViewBlock } from "./view_block.ts";
import { ViewCycle } from "./view_cycle.ts";
import { ViewEnd } from "./view_end.ts";
import type { FromViewerWorker, ViewerSetup } from "./viewer_worker_messages.ts";

/** The loop of a viewer with all that it needs, in the worker. */
export class ViewLoop {
  readonly #driver: RobotDriver;
  readonly #cycle: ViewCycle;
  readonly #block: ViewBlock;

  private constructor(driver: RobotDriver, cycle: ViewCycle, block: ViewBlock) {
    this.#driver = driver;
    this.#cycle = cycle;
    this.#block = block;
  }

  /** Creates the driver and all buffers. Rejects with the driver's error. */
  static async create(setup: ViewerSetup, log: (message: FromViewerWorker) => void): Promise<ViewLoop> {
    setTimerSlack();
    const clock = new SystemClock(setup.epochS);
    const driver = await createDriver(setup.driver, {
      ...setup.context,
      clock,
      log: (level, text) => log({ type: "log", level, text }),
    }, setup.places);
    const block = new ViewBlock(setup.room, setup.block);
    const state = emptyState(setup);
    const joints = setup.context.module.joints.length;
    return new ViewLoop(driver, new ViewCycle({ driver, state, block, joints, clock }), block);
  }

  /** Runs until it is asked to stop or the driver fails, hands over the last window and closes the driver. Blocks. */
  run(): string {
    const error = this.#run();
    this.#cycle.publish();
    try {
      this.#driver.close();
    } catch (cause) {
      return error || `close() threw: ${textOf(cause)}`;
    }
    return error;
  }

  #run(): string {
    try {
      for (;;) {
        if (Atomics.load(this.#block.flags, ViewBlock.STOP) !== 0) return "";
        const end = this.#cycle.step();
        if (end === ViewEnd.SyncFault) return `sync(): ${this.#driver.lastError()}`;
        if (end === ViewEnd.ReadFault) return `readState(): ${this.#driver.lastError()}`;
      }
    } catch (cause) {
      return `threw: ${textOf(cause)}`;
    }
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** A State with room for what the setup says; names do not matter here, but to drivers that look for their sensors by them. */
function emptyState({ room, context }: ViewerSetup): RobotState {
  const vector = (length: number) => new Float64Array(length);
  const { bodySensors, forceSensors } = context.module;
  return {
    position: vector(room.joints),
    velocity: vector(room.joints),
    torque: vector(room.joints),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: bodySensors.map((name) => ({
      name,
      present: false,
      orientation: vector(4),
      angularVelocity: vector(3),
      linearAcceleration: vector(3),
    })),
    forceSensors: forceSensors.map((name) => ({ name, present: false, force: vector(3), torque: vector(3) })),
    stamp: new Uint32Array(2),
  };
}
