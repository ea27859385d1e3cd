import type { Clock } from "../core/clock.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { HoldController } from "../controller/hold/hold_controller.ts";
import type { ControlledRobot } from "../controller/robot_controller.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { Codec } from "../wasm/codec.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerCycle } from "./manager_cycle.ts";

const JOINTS = 6;
const CYCLES = 2500;

/**
 * Runs the loop of a manager on dummy data until the compiler has done its work: the first thousands of cycles of a cold loop are
 * several times slower than the later ones. Nothing outside this function is touched.
 */
export function warmUp(codec: Codec, clock: Clock): void {
  for (const mode of ["position", "velocity", "torque"] as const) warmUpMode(codec, clock, mode);
}

function warmUpMode(codec: Codec, clock: Clock, mode: ControlMode): void {
  const robot: ControlledRobot = { name: "warm-up", module: dummyModule(), mode, periodNs: 1_000_000 };
  const controller = new HoldController({ timeStepNs: 1_000_000, robots: [robot], configuration: {} });
  const block = new SharedBlock(managerBlockShape(1));
  Atomics.store(block.flags, 1, 1);
  const states = CellMemory.allocate(4096);
  const commands = CellMemory.allocate(4096);
  const proxy = new InterfaceTemplate({
    robot,
    index: 0,
    state: states,
    command: { kind: "cell", cell: commands },
    timeoutNs: 1e12,
    firstStateNs: 1e12,
    codec,
    block,
    live: new Float64Array(4 * JOINTS),
    clock,
  });
  const cycle = new ManagerCycle({ controller, runEvery: 1, robots: [{ proxy, every: 1 }], block, clock });
  const state = codec.newState({ joints: JOINTS });
  const publisher = openPublisher({ kind: "cell", cell: states }, clock);
  controller.initializeRobots();
  controller.start();
  for (let i = 0; i < CYCLES; i++) {
    state.positionCount = state.velocityCount = state.torqueCount = JOINTS;
    clock.stamp(clock.now(), state.stamp, 0);
    const length = codec.encodeState(state);
    publisher.publish(codec.outbox.words, codec.outboxOffset, length, clock.now());
    cycle.tick(i, clock.now());
    block.events.drain(() => {});
  }
  controller.stop();
}

function dummyModule(): RobotModule {
  const joints = Array.from({ length: JOINTS }, (_, i) => ({
    name: `joint_${i}`,
    type: "revolute" as const,
    lower: -3,
    upper: 3,
    velocity: 3,
    acceleration: 10,
    effort: 100,
  }));
  return { name: "warm-up", joints, grippers: [], bodySensors: [], forceSensors: [], posture: joints.map(() => 0) };
}
