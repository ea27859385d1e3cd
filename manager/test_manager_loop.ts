import type { LoopTime } from "../core/loop_time.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import type { RobotController } from "../controller/robot_controller.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { ManagerCycle } from "./manager_cycle.ts";
import type { RobotProxy } from "./robot_proxy.ts";

/** One call in a {@link TestManagerLoop}. */
export interface TestCall {
  /** `sensors` and `control` of a robot, `run` of the controller. */
  readonly what: "sensors" | "control" | "run";
  /** Number of the robot; -1 for the controller. */
  readonly robot: number;
  /** Number of the tick on the grid. */
  readonly tick: number;
}

/** A proxy that notes what it is asked for. */
class NotedProxy implements RobotProxy {
  /** First tick from which on it is initialised. */
  initializedFrom = 0;
  /** What `connectionError` returns. */
  loss = 0;
  readonly #note: (what: TestCall["what"]) => number;
  #tick = -1;

  constructor(note: (what: TestCall["what"]) => number) {
    this.#note = note;
  }

  updateSensors(_controller: RobotController, _now: LoopTime): void {
    this.#tick = this.#note("sensors");
  }

  updateControl(_controller: RobotController, _now: LoopTime): void {
    this.#note("control");
  }

  isInitialized(): boolean {
    return this.#tick >= this.initializedFrom;
  }

  connectionError(_now: LoopTime): number {
    return this.loss;
  }
}

/** A controller that notes its runs. */
class NotedController implements RobotController {
  readonly timeStepNs = 5e6;
  /** What `run` returns. */
  code = 0;
  /** Run after which it stops by itself. */
  lastRun = Infinity;
  #runs = 0;
  readonly #note: () => void;

  constructor(note: () => void) {
    this.#note = note;
  }

  start(): void {}
  stop(): void {}
  isRunning(): boolean {
    return this.#runs < this.lastRun;
  }
  setEncoderValues(): void {}
  setEncoderVelocities(): void {}
  setJointTorques(): void {}
  setBodySensor(): void {}
  setForceSensor(): void {}
  initializeRobot(): number {
    return 0;
  }
  initializeRobots(): void {}
  run(): number {
    this.#runs++;
    this.#note();
    return this.code;
  }
  command(_robot: number, _mode: ControlMode, _into: Float64Array): number {
    return 0;
  }
  lastError(): string {
    return "as the test said";
  }
}

/** The tick of a manager with robots and a controller that note what they are asked for. */
export class TestManagerLoop {
  /** All calls so far. */
  readonly calls: TestCall[] = [];
  /** Called in each of them. */
  onCall: () => void = () => {};
  /** Present time. */
  readonly clock = new TestClock();
  /** Memory of the loop. */
  readonly block: SharedBlock;
  /** The robots. */
  readonly proxies: readonly NotedProxy[];
  /** The controller. */
  readonly controller: NotedController;
  /** The tick under test. */
  readonly cycle: ManagerCycle;
  #tick = 0;

  /** `every`: ticks between two services, one number a robot. */
  constructor(runEvery: number, every: readonly number[]) {
    const note = (what: TestCall["what"], robot: number) => {
      this.calls.push({ what, robot, tick: this.#tick });
      this.onCall();
      return this.#tick;
    };
    this.block = new SharedBlock(managerBlockShape(every.length));
    this.proxies = every.map((_, robot) => new NotedProxy((what) => note(what, robot)));
    this.controller = new NotedController(() => note("run", -1));
    const robots = every.map((ticks, i) => ({ proxy: this.proxies[i], index: i, every: ticks }));
    const { controller, block, clock } = this;
    this.cycle = new ManagerCycle({ controller, runEvery, robots, block, clock });
  }

  /** Runs the tick with number `index`, and returns how the loop stands. */
  tick(index: number, now: LoopTime): number {
    this.#tick = index;
    return this.cycle.tick(index, now);
  }

  /** Ticks of the calls of one kind. */
  ticks(what: TestCall["what"], robot = -1): number[] {
    return this.calls.filter((call) => call.what === what && call.robot === robot).map(({ tick }) => tick);
  }
}
