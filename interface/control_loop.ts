import { HeapWatch } from "../core/heap_watch.ts";
import { lockBuffers, type LockedBuffers } from "../core/lock_buffers.ts";
import { FloatEnvironment } from "../core/posix/float_environment.ts";
import { requestRealtime, type SchedulingOutcome } from "../core/request_realtime.ts";
import { setTimerSlack } from "../core/set_timer_slack.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SystemClock } from "../core/system_clock.ts";
import { trimMemory } from "../core/trim_memory.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { createDriver } from "../drivers/create_driver.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import { internControlMode } from "../schemas/intern_control_mode.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { CommandGate } from "./command_gate.ts";
import { CommandSource } from "./command_source.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import type { FromInterfaceWorker, InterfaceSetup } from "./interface_worker_messages.ts";
import { LoopEnd } from "./loop_end.ts";
import { RobotCycle } from "./robot_cycle.ts";
import { runCycles } from "./run_cycles.ts";
import { warmUp } from "./warm_up.ts";

/** A driver mostly waits; the rest is for the manager and for other robots of the same computer. */
const DEADLINE_SHARE = 0.4;

/** Room for the messages of a hundred robots with many joints; memory that is not used is not taken. */
const ARENA_BYTES = 4 * 1024 * 1024;

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
  #block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  #heap = new HeapWatch();
  /** As it is before any driver is opened. */
  readonly #arithmetic = new FloatEnvironment();
  #driver: RobotDriver | undefined;
  #cycle: RobotCycle | undefined;
  #setup: InterfaceSetup | undefined;

  private constructor(codec: MessageCodec, clock: SystemClock) {
    this.#codec = codec;
    this.#clock = clock;
  }

  /** Loads the codec of the default backend and runs the loop on dummy data. */
  static async prepare(epochS: number): Promise<ControlLoop> {
    const clock = new SystemClock(epochS);
    setTimerSlack();
    const codec = await loadWarm(CONFIG_DEFAULTS.backend, clock);
    return new ControlLoop(codec, clock);
  }

  /** Creates the driver and all buffers; locks them; asks for real-time scheduling. Rejects with the driver's error. */
  async create(
    setup: InterfaceSetup,
    log: (message: FromInterfaceWorker) => void,
  ): Promise<{ scheduling: SchedulingOutcome; memory: LockedBuffers }> {
    const { module, periodNs } = setup.context;
    const mode = internControlMode(setup.context.mode);
    const clock = this.#clock;
    const codec = setup.backend === CONFIG_DEFAULTS.backend ? this.#codec : await loadWarm(setup.backend, clock);
    const block = this.#block = new SharedBlock(INTERFACE_BLOCK_SHAPE, setup.block);
    const { bodySensors, forceSensors } = module;
    const joints = module.joints.length;
    const state = codec.newState({ joints, bodySensors, forceSensors });
    const command = codec.newCommand({ joints });
    const gate = new CommandGate(mode, module.joints);
    const reader = new CellReader(setup.command, clock);
    const { timeoutNs, latencyStats } = setup;
    const source = new CommandSource({ reader, codec, command, gate, block, clock, timeoutNs, latencyStats });
    const publisher = openPublisher(setup.state, clock);
    const context = {
      ...setup.context,
      mode,
      clock,
      log: (level: "info" | "warning" | "error", text: string) => log({ type: "log", level, text }),
    };
    const driver = await createDriver(setup.driver, context, setup.places);
    this.#driver = driver;
    trimMemory();
    this.#setup = setup;
    const arithmetic = this.#arithmetic;
    this.#cycle = new RobotCycle(
      { driver, state, publisher, source, command, codec, block, clock, mode, periodNs, timeoutNs, arithmetic },
    );
    const memory = lockBuffers([state.position, ...CellMemory.allWords(setup.command), block.values]);
    return { scheduling: requestRealtime(setup.realtime, setup.deadlinePeriodNs, DEADLINE_SHARE), memory };
  }

  /** Closes the driver of a loop that is not run. */
  abandon(): void {
    this.#attempt(() => this.#driver!.close());
  }

  /** Makes ready to watch the heap; the worker must return to its event loop before `run`. */
  watchHeap(): void {
    this.#heap = new HeapWatch();
  }

  /** Runs the loop until it ends, sends the hold target once where that is still possible, and closes the driver. Blocks. */
  run(): LoopResult {
    const cycle = this.#cycle!;
    let result: LoopResult;
    try {
      const every = Math.max(1, Math.round(1e9 / this.#setup!.context.periodNs));
      const end = runCycles(cycle, this.#block, { heap: this.#heap, every });
      result = { end, error: end === LoopEnd.Stopped ? "" : this.#describe(end) };
    } catch (error) {
      result = { end: LoopEnd.SyncFault, error: `threw: ${(error as Error).message}` };
    }
    this.#attempt(() => cycle.holdOnce());
    Atomics.store(this.#block.flags, InterfaceBlock.CLOSING, 1);
    this.#attempt(() => this.#driver!.close());
    return result;
  }

  /** Figures of the heap, right after `run`: once the worker is back at its event loop, V8 collects for other reasons. */
  heap() {
    return this.#heap.figures();
  }

  #describe(end: number): string {
    const { module } = this.#setup!.context;
    const text = () => this.#driver!.lastError();
    if (end === LoopEnd.SyncFault) return `sync(): ${text()}`;
    if (end === LoopEnd.ReadFault) return `readState(): ${text()}`;
    if (end === LoopEnd.CommandFault) return `command: ${text()}`;
    const got = this.#cycle!.wrongCount();
    return `reports ${got}; the module '${module.name}' has ${module.joints.length} joints`;
  }

  #attempt(work: () => unknown): void {
    try {
      work();
    } catch {
      // The robot is being left because of a fault that is reported already; a second one must not hide it.
    }
  }
}

/** A codec that the loop has run with on dummy data. */
async function loadWarm(backend: string, clock: SystemClock): Promise<MessageCodec> {
  const codec = await loadMessageCodec(backend, { arenaBytes: ARENA_BYTES });
  warmUp(codec, clock);
  return codec;
}
