import type { Clock } from "../core/clock.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import type { Codec } from "../wasm/codec.ts";
import { CommandGate } from "./command_gate.ts";
import { CommandSource } from "./command_source.ts";
import { INTERFACE_BLOCK_SHAPE } from "./interface_block.ts";
import { RobotCycle } from "./robot_cycle.ts";

const JOINTS = 6;
const CYCLES = 2500;

/**
 * Runs the loop of an interface on dummy data until the compiler has done its work: the first thousands of cycles of a cold loop are
 * several times slower than the later ones. Nothing outside this function is touched.
 */
export function warmUp(codec: Codec, clock: Clock): void {
  for (const mode of ["position", "velocity", "torque"] as const) warmUpMode(codec, clock, mode);
}

function warmUpMode(codec: Codec, clock: Clock, mode: ControlMode): void {
  const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
  Atomics.store(block.flags, 1, 1);
  const states = CellMemory.allocate(4096);
  const commands = CellMemory.allocate(4096);
  const state = codec.newState({ joints: JOINTS });
  const command = codec.newCommand({ joints: JOINTS });
  const gate = new CommandGate(mode, JOINTS);
  const reader = new CellReader(commands, clock);
  const source = new CommandSource({ reader, codec, command, gate, block, clock, timeoutNs: 1e12, latencyStats: true });
  const cycle = new RobotCycle({
    driver: new StillRobot(),
    state,
    publisher: openPublisher({ kind: "cell", cell: states }, clock),
    source,
    command,
    codec,
    block,
    clock,
    mode,
    periodNs: 0, // the guard against a sync() that does not block stays out of the way
    timeoutNs: 1e12,
  });
  const sent = codec.newCommand({ joints: JOINTS });
  const manager = openPublisher({ kind: "cell", cell: commands }, clock);
  for (let i = 0; i < CYCLES; i++) {
    sent.positionCount = mode === "position" ? JOINTS : 0;
    sent.velocityCount = mode === "velocity" ? JOINTS : 0;
    sent.torqueCount = mode === "torque" ? JOINTS : 0;
    clock.stamp(clock.now(), sent.stateStamp, 0);
    const length = codec.encodeCommand(sent);
    manager.publish(codec.outbox.words, codec.outboxOffset, length, clock.now());
    cycle.step();
    block.events.drain(() => {});
  }
}

/** A robot that stands still at zero and never blocks. */
class StillRobot implements RobotDriver {
  sync(): number {
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
