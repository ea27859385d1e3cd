import type { Clock } from "../../core/clock.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver } from "../robot_driver.ts";
import type { RobotDriverMujoco } from "./robot_driver_mujoco.ts";
import { emptyState } from "../../schemas/empty_state.ts";
import { testEngine } from "./test_engine.ts";

/** A clock for tests: sleeping takes no time, and a test may let time pass. */
class VirtualClock implements Clock {
  /** Present time [ns]. */
  timeNs = 10e9;
  /** How late the next sleep ends [ns]. */
  lateNs = 0;
  now(): number {
    return this.timeNs;
  }
  sleepUntil(deadlineNs: number): number {
    if (deadlineNs > this.timeNs) this.timeNs = deadlineNs + this.lateNs;
    this.lateNs = 0;
    return 0;
  }
  stamp(): void {}
  fromStamp(): number {
    return 0;
  }
}

/** How a {@link TestRobot} is made. */
export interface TestRobotOptions {
  /** Text of the model; written to a file of its own. */
  readonly xml?: string;
  /** Further files, by path relative to the model. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Path of a model, instead of `xml`. */
  readonly path?: string;
  /** The robot; or names of revolute joints without limits. */
  readonly module: RobotModule | readonly string[];
  /** Default: position. */
  readonly mode?: ControlMode;
  /** Default: 1 ms. */
  readonly periodNs?: number;
}

/** A simulated robot for tests, on a virtual clock: it runs as fast as it can. */
export class TestRobot implements Disposable {
  /** Lines of the log, `level: text`. */
  readonly log: string[] = [];
  /** The robot. */
  readonly module: RobotModule;
  /** State of the last {@link run}. */
  readonly state: RobotState;
  /** The clock of the driver. */
  readonly clock = new VirtualClock();
  #driver: RobotDriver | undefined;
  #folder = "";

  private constructor(options: TestRobotOptions) {
    this.module = "joints" in options.module ? options.module : moduleOf(options.module);
    const { joints, bodySensors, forceSensors } = this.module;
    this.state = emptyState(joints.length, bodySensors, forceSensors);
  }

  /** Creates the driver; rejects as its factory does. */
  static async open(options: TestRobotOptions): Promise<TestRobot> {
    const robot = new TestRobot(options);
    try {
      robot.#driver = await testEngine.create({
        robot: "r",
        ip: "",
        port: 0,
        configPath: options.path ?? robot.#write(options),
        mode: options.mode ?? "position",
        periodNs: options.periodNs ?? 1e6,
        module: robot.module,
        clock: robot.clock,
        log: (level, text) => robot.log.push(`${level}: ${text}`),
      });
    } catch (error) {
      robot[Symbol.dispose]();
      throw error;
    }
    return robot;
  }

  /** The driver under test. */
  get driver(): RobotDriverMujoco {
    return this.#driver as RobotDriverMujoco;
  }

  /** Warnings of the log. */
  get warnings(): string[] {
    return this.log.filter((line) => line.startsWith("warning: "));
  }

  /** Runs `seconds` of simulated time, sending the command (of the mode `send`) before each period, and reads the state. Throws a fault's text. */
  run(seconds: number, command?: readonly number[], send: ControlMode = "position"): RobotState {
    const values = command && Float64Array.from(command);
    const endNs = this.clock.timeNs + seconds * 1e9 - 0.5;
    while (this.clock.timeNs < endNs) {
      if (values && this.send(values, send) < 0) throw new Error(this.driver.lastError());
      if (this.driver.sync() < 0) throw new Error(this.driver.lastError());
    }
    this.driver.readState(this.state);
    return this.state;
  }

  /** Sends one command. */
  send(values: Float64Array, mode: ControlMode): number {
    if (mode === "position") return this.driver.servoJ(values);
    return mode === "velocity" ? this.driver.speedJ(values) : this.driver.tauJ(values);
  }

  /** Joint positions of the last state. */
  get q(): number[] {
    return [...this.state.position];
  }

  [Symbol.dispose](): void {
    this.#driver?.close();
    this.#driver = undefined;
    if (this.#folder !== "") Deno.removeSync(this.#folder, { recursive: true });
    this.#folder = "";
  }

  #write({ xml = "", files = {} }: TestRobotOptions): string {
    this.#folder = Deno.makeTempDirSync({ prefix: "uri mujoco " });
    for (const [name, content] of Object.entries({ ...files, "model.xml": xml })) {
      const path = `${this.#folder}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeFileSync(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    return `${this.#folder}/model.xml`;
  }
}

function moduleOf(names: readonly string[]): RobotModule {
  const joints = names.map((name): JointDescription => ({
    name,
    type: "revolute",
    lower: -Infinity,
    upper: Infinity,
    velocity: Infinity,
    acceleration: Infinity,
    effort: Infinity,
  }));
  return { name: "Test", joints, grippers: [], bodySensors: [], forceSensors: [], posture: names.map(() => 0) };
}
