import { HeapWatch } from "../core/heap_watch.ts";
import type { LockedBuffers } from "../core/lock_buffers.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import { requestRealtime, type SchedulingOutcome } from "../core/request_realtime.ts";
import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SystemClock } from "../core/system_clock.ts";
import { trimMemory } from "../core/trim_memory.ts";
import { createDriver } from "../drivers/create_driver.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { FromInterfaceWorker, InterfaceSetup } from "./interface_worker_messages.ts";
import { loadWarmCodec } from "./load_warm_codec.ts";
import { LoopEnd } from "./loop_end.ts";
import { runCycles } from "./run_cycles.ts";
import { ServedRobot } from "./served_robot.ts";

/** A driver mostly waits; the rest is for the manager and for other robots of the same computer. */
const DEADLINE_SHARE = 0.4;

/** How a loop ended. */
export interface LoopResult {
  /** See `LoopEnd`. */
  readonly end: number;
  /** What went wrong; empty when nothing did. */
  readonly error: string;
}

/**
 * The control loop of an interface with all that it needs, in the control worker: made in two steps, so that what takes time is done
 * before a manager asks.
 */
export class ControlLoop {
  readonly #codec: MessageCodec;
  readonly #clock: SystemClock;
  #heap = new HeapWatch();
  /** As it is before any driver is opened. */
  readonly #arithmetic = new FloatEnvironment();
  #robot: ServedRobot | undefined;
  #periodNs = 1e6;

  private constructor(codec: MessageCodec, clock: SystemClock) {
    this.#codec = codec;
    this.#clock = clock;
  }

  /** Loads the codec of the default backend and runs the loop on dummy data. */
  static async prepare(epochS: number): Promise<ControlLoop> {
    const clock = new SystemClock(epochS);
    setTimerSlack();
    const codec = await loadWarmCodec(CONFIG_DEFAULTS.backend, clock);
    return new ControlLoop(codec, clock);
  }

  /** Creates the driver and all buffers; locks them; asks for real-time scheduling. Rejects with the driver's error. */
  async create(
    setup: InterfaceSetup,
    log: (message: FromInterfaceWorker) => void,
  ): Promise<{ scheduling: SchedulingOutcome; memory: LockedBuffers }> {
    const isDefault = setup.backend === CONFIG_DEFAULTS.backend;
    const codec = isDefault ? this.#codec : await loadWarmCodec(setup.backend, this.#clock);
    this.#periodNs = setup.context.periodNs;
    const robot = this.#robot = await ServedRobot.create(setup, {
      codec,
      clock: this.#clock,
      arithmetic: this.#arithmetic,
      createDriver: (context) => createDriver(setup.driver, context, setup.places),
      log,
    });
    trimMemory();
    const scheduling = requestRealtime(setup.realtime, setup.deadlinePeriodNs, DEADLINE_SHARE);
    return { scheduling, memory: robot.memory };
  }

  /** Closes the driver of a loop that is not run. */
  abandon(): void {
    this.#robot!.close();
  }

  /** Makes ready to watch the heap; the worker must return to its event loop before `run`. */
  watchHeap(): void {
    this.#heap = new HeapWatch();
  }

  /** Runs the loop until it ends, sends the hold target once where that is still possible, and closes the driver. Blocks. */
  run(): LoopResult {
    const robot = this.#robot!;
    let result: LoopResult;
    try {
      const every = Math.max(1, Math.round(1e9 / this.#periodNs));
      const end = runCycles(robot.cycle, robot.block, { heap: this.#heap, every });
      result = { end, error: robot.describe(end) };
    } catch (error) {
      result = { end: LoopEnd.SyncFault, error: `threw: ${(error as Error).message}` };
    }
    robot.leave();
    return result;
  }

  /** Figures of the heap, right after `run`: once the worker is back at its event loop, V8 collects for other reasons. */
  heap() {
    return this.#heap.figures();
  }
}
