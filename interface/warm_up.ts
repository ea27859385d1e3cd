import type { Clock } from "../core/clock.ts";
import { HeapWatch } from "../core/heap_watch.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import { CONTROL_MODES, type ControlMode } from "../schemas/control_mode.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { CommandGate } from "./command_gate.ts";
import { CommandSource } from "./command_source.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "./interface_block.ts";
import { RobotCycle } from "./robot_cycle.ts";
import { runCycles } from "./run_cycles.ts";

const JOINTS = 6;
const CYCLES = 2000;
const ROUNDS = 2;

/**
 * Runs the loop of an interface on dummy data until the compiler has done its work: a cold loop is several times slower than a warm one, and
 * it allocates. Every path that a healthy loop takes is taken: commands, pauses of the manager, holds, refusals. Nothing outside this
 * function is touched.
 */
export function warmUp(codec: MessageCodec, clock: Clock): void {
  const heap = new HeapWatch();
  for (const mode of CONTROL_MODES) warmUpMode(codec, clock, mode, heap);
}

function warmUpMode(codec: MessageCodec, clock: Clock, mode: ControlMode, heap: HeapWatch): void {
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  Atomics.store(block.flags, InterfaceBlock.PEER_ALIVE, 1);
  const states = { kind: "cell", cell: CellMemory.allocate(4096) } as const;
  const commands = CellMemory.allocate(4096);
  const command = codec.newCommand({ joints: JOINTS });
  const parts = { codec, block, clock, command };
  const source = new CommandSource({
    ...parts,
    reader: new CellReader(commands, clock),
    gate: new CommandGate(mode, JOINTS),
    timeoutNs: 1e12,
    latencyStats: true,
  });
  const driver = new StillRobot(codec, clock, commands, block, mode);
  const publisher = openPublisher(states, clock);
  const state = codec.newState({ joints: JOINTS });
  // A period of 0 keeps the guard against a sync() that does not block out of the way.
  const live = new Float64Array(new SharedArrayBuffer(4 * 8 * JOINTS));
  const cycle = new RobotCycle({
    ...parts,
    live,
    driver,
    state,
    publisher,
    source,
    mode,
    periodNs: 0,
    timeoutNs: 1e12,
  });
  for (let round = 0; round < ROUNDS; round++) {
    runCycles(cycle, block, { heap, every: 500, settled: 500, limit: CYCLES });
    block.events.drain(() => {});
  }
}

/** A robot that stands still at zero and never blocks; its `sync()` also plays the manager. */
class StillRobot implements RobotDriver {
  #cycle = 0;
  readonly #send: (mode: ControlMode) => void;
  readonly #block: SharedBlock;
  readonly #mode: ControlMode;

  constructor(
    codec: MessageCodec,
    clock: Clock,
    commands: ReturnType<typeof CellMemory.allocate>,
    block: SharedBlock,
    mode: ControlMode,
  ) {
    this.#block = block;
    this.#mode = mode;
    const sent = codec.newCommand({ joints: JOINTS });
    const manager = openPublisher({ kind: "cell", cell: commands }, clock);
    this.#send = (filled) => {
      sent.positionCount = filled === "position" ? JOINTS : 0;
      sent.velocityCount = filled === "velocity" ? JOINTS : 0;
      sent.torqueCount = filled === "torque" ? JOINTS : 0;
      clock.stamp(clock.now(), sent.stateStamp, 0);
      const length = codec.encodeCommand(sent);
      manager.publish(codec.outbox.words, codec.outboxOffset, length);
    };
  }

  sync(): number {
    const phase = this.#cycle++ % 400;
    Atomics.store(this.#block.flags, InterfaceBlock.PEER_ALIVE, phase < 380 ? 1 : 0);
    if (phase === 370) this.#send(this.#mode === "position" ? "torque" : "position");
    else if (phase % 5 !== 4) this.#send(this.#mode);
    return 0;
  }

  readState(into: RobotState): number {
    into.positionCount = into.velocityCount = into.torqueCount = JOINTS;
    return 0;
  }

  servoJ(): number {
    return 0;
  }

  speedJ(): number {
    return 0;
  }

  tauJ(): number {
    return 0;
  }

  lastError(): string {
    return "";
  }

  close(): void {}
}
