import type { Clock } from "../core/clock.ts";
import { lockBuffers, type LockedBuffers } from "../core/lock_buffers.ts";
import type { FloatEnvironment } from "../core/posix/float_environment.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import type { RobotDriver, RobotDriverContext } from "../drivers/robot_driver.ts";
import { internControlMode } from "../schemas/intern_control_mode.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { CommandGate } from "./command_gate.ts";
import { CommandSource } from "./command_source.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import type { FromInterfaceWorker, InterfaceSetup } from "./interface_worker_messages.ts";
import { LoopEnd } from "./loop_end.ts";
import { openRobotChannel } from "./open_robot_channel.ts";
import type { RobotChannel } from "./robot_channel.ts";
import { RobotCycle } from "./robot_cycle.ts";

/** What a {@link ServedRobot} shares with the thread that it runs in. */
export interface ServedRobotHost {
  /** Codec of the thread, of the robot's backend. */
  readonly codec: MessageCodec;
  /** Time of the loop. */
  readonly clock: Clock;
  /** How the thread computes, as it was before any driver was opened. */
  readonly arithmetic: FloatEnvironment;
  /** Makes the driver. */
  readonly createDriver: (context: RobotDriverContext) => Promise<RobotDriver>;
  /** Opens the two ends of the robot's messages; by default what the setup names. */
  readonly openChannel?: (setup: InterfaceSetup, block: SharedBlock) => RobotChannel;
  /** Gets the driver's log lines. */
  readonly log: (message: FromInterfaceWorker) => void;
}

/** A robot with its driver and all that a cycle needs, from the setup that the main thread sends to the end. */
export class ServedRobot {
  /** Runs the cycles. */
  readonly cycle: RobotCycle;
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** The buffers that are locked in memory. */
  readonly memory: LockedBuffers;
  readonly #setup: InterfaceSetup;
  readonly #driver: RobotDriver;

  private constructor(
    setup: InterfaceSetup,
    driver: RobotDriver,
    cycle: RobotCycle,
    block: SharedBlock,
    memory: LockedBuffers,
  ) {
    this.#setup = setup;
    this.#driver = driver;
    this.cycle = cycle;
    this.block = block;
    this.memory = memory;
  }

  /** Creates the driver and all buffers, and locks them. Rejects with the driver's error. */
  static async create(setup: InterfaceSetup, host: ServedRobotHost): Promise<ServedRobot> {
    const { module, periodNs } = setup.context;
    const { codec, clock, arithmetic, log } = host;
    const mode = internControlMode(setup.context.mode);
    const block = new SharedBlock(INTERFACE_BLOCK_SHAPE, setup.block);
    const live = new Float64Array(setup.live);
    const { bodySensors, forceSensors } = module;
    const joints = module.joints.length;
    const state = codec.newState({ joints, bodySensors, forceSensors });
    const command = codec.newCommand({ joints });
    const gate = new CommandGate(mode, module.joints);
    const { reader, publisher } = host.openChannel?.(setup, block) ?? openRobotChannel(setup, clock);
    const { timeoutNs, latencyStats } = setup;
    const source = new CommandSource({ reader, codec, command, gate, block, clock, timeoutNs, latencyStats });
    const driver = await host.createDriver({
      ...setup.context,
      mode,
      clock,
      log: (level, text) => log({ type: "log", level, text }),
    });
    const cycle = new RobotCycle(
      { driver, state, publisher, source, command, codec, block, live, clock, mode, periodNs, timeoutNs, arithmetic },
    );
    const memory = lockBuffers([state.position, ...CellMemory.allWords(setup.command), block.values, live]);
    return new ServedRobot(setup, driver, cycle, block, memory);
  }

  /** What went wrong, for the end of a loop (see `LoopEnd`); empty when nothing did. */
  describe(end: number): string {
    const { module } = this.#setup.context;
    const text = () => this.#driver.lastError();
    if (end === LoopEnd.Stopped) return "";
    if (end === LoopEnd.SyncFault) return `sync(): ${text()}`;
    if (end === LoopEnd.ReadFault) return `readState(): ${text()}`;
    if (end === LoopEnd.CommandFault) return `command: ${text()}`;
    const got = this.cycle.wrongCount();
    return `reports ${got}; the module '${module.name}' has ${module.joints.length} joints`;
  }

  /** Sends the hold target once where that is still possible, and closes the driver. */
  leave(): void {
    this.#attempt(() => this.cycle.holdOnce());
    this.close();
  }

  /** Closes the driver. */
  close(): void {
    Atomics.store(this.block.flags, InterfaceBlock.CLOSING, 1);
    this.#attempt(() => this.#driver.close());
  }

  #attempt(work: () => unknown): void {
    try {
      work();
    } catch {
      // The robot is being left because of a fault that is reported already; a second one must not hide it.
    }
  }
}
