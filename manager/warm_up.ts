import type { Clock } from "../core/clock.ts";
import { HeapWatch } from "../core/heap_watch.ts";
import type { LoopTime } from "../core/loop_time.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { CellMemory } from "../comm/cell/cell_memory.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { builtInControllerNames } from "../controller/built_in_controller_names.ts";
import { createController } from "../controller/create_controller.ts";
import type { ControlledRobot, RobotController } from "../controller/robot_controller.ts";
import { CONTROL_MODES } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import { ManagerBlock } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerCycle } from "./manager_cycle.ts";
import type { RobotProxy } from "./robot_proxy.ts";
import { runTicks } from "./run_ticks.ts";

const JOINTS = 6;
/** Ticks [ns] and how many of them: always late, late now and then, always late. Each takes another path through the loop. */
const ROUNDS = [[1, 900], [20_000, 300], [1, 600]] as const;

/**
 * Runs the loop of a manager on dummy data, with hardly any time between the ticks, until the compiler has done its work: a cold loop is several
 * times slower than a warm one, and it allocates. Nothing outside this function is touched.
 */
export async function warmUp(codec: MessageCodec, clock: Clock): Promise<void> {
  const heap = new HeapWatch();
  for (const name of builtInControllerNames) await warmUpController(name, codec, clock, heap);
}

async function warmUpController(name: string, codec: MessageCodec, clock: Clock, heap: HeapWatch): Promise<void> {
  const block = new SharedBlock(managerBlockShape(CONTROL_MODES.length));
  const robots = CONTROL_MODES.map((mode): ControlledRobot => ({
    name: mode,
    module: MODULE,
    mode,
    periodNs: 1_000_000,
  }));
  // Motions of different lengths: each robot begins and ends its own while others are in the middle of theirs.
  const posture = {
    dwell: 0.01,
    loop: true,
    speed: 1,
    robots: Object.fromEntries(
      robots.map((
        { name },
        i,
      ) => [name, { targets: [MODULE.posture.map(() => 0.004 * (i + 1) ** 2), MODULE.posture] }]),
    ),
  };
  const controller = await createController(name, { timeStepNs: 1_000_000, robots, configuration: { posture } });
  controller.initializeRobots();
  controller.start();
  const served = robots.map((robot, index) => {
    Atomics.store(block.flags, ManagerBlock.PEERS + index, 1);
    return { proxy: new FedProxy(robot, index, codec, block, clock), index, every: 1 };
  });
  for (const [tickNs, limit] of ROUNDS) {
    const cycle = new ManagerCycle({ controller, runEvery: 1, robots: served, block, clock });
    runTicks(cycle, tickNs, block, clock, { heap, every: 100, settled: 100, limit });
    block.events.drain(() => {});
  }
  controller.stop();
}

/** A standard proxy whose interface sends a State before every tick. */
class FedProxy implements RobotProxy {
  readonly #proxy: InterfaceTemplate;
  readonly #send: () => void;

  constructor(robot: ControlledRobot, index: number, codec: MessageCodec, block: SharedBlock, clock: Clock) {
    const state = CellMemory.allocate(4096);
    const command = { kind: "cell", cell: CellMemory.allocate(4096) } as const;
    const live = new Float64Array(4 * JOINTS);
    const timing = { timeoutNs: 1e12, firstStateNs: 1e12 };
    const configuration = {};
    this.#proxy = new InterfaceTemplate(
      { robot, index, state, command, codec, block, live, clock, configuration, ...timing },
    );
    const { bodySensors, forceSensors } = MODULE;
    const message = codec.newState({ joints: JOINTS, bodySensors, forceSensors });
    for (const sensor of [...message.bodySensors, ...message.forceSensors]) sensor.present = true;
    message.positionCount = message.velocityCount = message.torqueCount = JOINTS;
    const publisher = openPublisher({ kind: "cell", cell: state }, clock);
    this.#send = () => {
      clock.stamp(clock.now(), message.stamp, 0);
      const length = codec.encodeState(message);
      publisher.publish(codec.outbox.words, codec.outboxOffset, length);
    };
  }

  updateSensors(controller: RobotController, now: LoopTime): void {
    this.#send();
    this.#proxy.updateSensors(controller, now);
  }

  updateControl(controller: RobotController, now: LoopTime): void {
    this.#proxy.updateControl(controller, now);
  }

  isInitialized(): boolean {
    return this.#proxy.isInitialized();
  }

  connectionError(now: LoopTime): number {
    return this.#proxy.connectionError(now);
  }
}

const MODULE: RobotModule = {
  name: "warm-up",
  joints: Array.from({ length: JOINTS }, (_, i) => ({
    name: `joint_${i}`,
    type: "revolute" as const,
    lower: -3,
    upper: 3,
    velocity: 3,
    acceleration: 10,
    effort: 100,
  })),
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0, 0, 0, 0, 0, 0],
};
