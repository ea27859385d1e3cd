import type { ControlMode } from "../../../schemas/control_mode.ts";
import { emptyState } from "../../../schemas/empty_state.ts";
import type { JointDescription, RobotModule } from "../../../schemas/robot_module.ts";
import type { RobotState } from "../../../schemas/robot_state.ts";
import { TestClock } from "../../../core/test_clock.ts";
import type { RobotDriver, RobotDriverContext } from "../../robot_driver.ts";
import { testEngine } from "../test_engine.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import type { MujocoWorld } from "./mujoco_world.ts";
import { openWorld } from "./open_world.ts";
import type { WorldScene, WorldSceneRobot } from "./world_scene.ts";

/** A robot of a {@link TestWorld}. */
export interface TestWorldRobot {
  /** Default: its number in the scene as a letter, a, b, … */
  readonly name?: string;
  /** Path of the model, absolute or one of `files`. Default: that of the robot before. */
  readonly file?: string;
  /** The module; or names of revolute joints without limits. Default: that of the robot before. */
  readonly module?: RobotModule | readonly string[];
  /** Default: the origin. */
  readonly position?: readonly [number, number, number];
  /** Default: upright. */
  readonly orientation?: readonly [number, number, number, number];
  /** Default: 1 ms. */
  readonly periodNs?: number;
  /** Keyframe. */
  readonly keyframe?: string;
}

/** How a {@link TestWorld} is made. */
export interface TestWorldOptions extends Partial<Omit<WorldScene, "robots" | "file">> {
  /** Files by path relative to the scene's folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The robots. */
  readonly robots?: readonly TestWorldRobot[];
  /** The engine to open it in; without it, one is shared by all tests of the process. */
  readonly engine?: MujocoEngine;
}

/** A world for tests, of files in a folder of its own. */
export class TestWorld implements Disposable {
  /** The world under test. */
  readonly world: MujocoWorld;
  readonly #folder: string;
  readonly #drivers: RobotDriver[] = [];

  private constructor(world: MujocoWorld, folder: string) {
    this.world = world;
    this.#folder = folder;
  }

  /** Opens the world; rejects as `openWorld` does. */
  static async open(options: TestWorldOptions): Promise<TestWorld> {
    const { files = {}, robots = [], engine, environment, objects = [], ...rest } = options;
    const folder = Deno.makeTempDirSync({ prefix: "uri world " });
    try {
      for (const [name, content] of Object.entries(files)) {
        const path = `${folder}/${name}`;
        Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
        Deno.writeFileSync(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
      }
      const absolute = (file: string) => file.startsWith("/") ? file : `${folder}/${file}`;
      const scene: WorldScene = {
        ground: true,
        ...rest,
        file: `${folder}/scene.yaml`,
        ...(environment === undefined ? {} : { environment: absolute(environment) }),
        robots: sceneRobots(robots, absolute),
        objects: objects.map((object) => "file" in object ? { ...object, file: absolute(object.file) } : object),
      };
      return new TestWorld(await openWorld(engine ?? await testEngine.shared(), scene), folder);
    } catch (error) {
      Deno.removeSync(folder, { recursive: true });
      throw error;
    }
  }

  /** A driver of robot number `index`, made of what `other` says besides, with a place for its State, and the lines of its log. */
  async drive(index: number, mode: ControlMode = "position", other: Partial<RobotDriverContext> = {}): Promise<Driven> {
    const robot = this.world.robots[index];
    const { joints, bodySensors, forceSensors } = other.module ?? robot.module;
    const log: string[] = [];
    const driver = await robot.createDriver({
      robot: robot.name,
      ip: "",
      port: 0,
      configPath: "",
      mode,
      periodNs: this.world.scene.robots[index].periodNs,
      module: robot.module,
      clock: new TestClock(),
      log: (level, text) => log.push(`${level}: ${text}`),
      ...other,
    });
    this.#drivers.push(driver);
    const state = emptyState(joints.length, bodySensors, forceSensors);
    const read = () => {
      driver.readState(state);
      return state;
    };
    return { driver, log, read };
  }

  /** Advances by `seconds`; throws a fault's text. */
  run(seconds: number): void {
    if (this.world.advance(Math.round(seconds / this.world.stepS)) < 0) throw new Error(this.world.lastError());
  }

  /** Position of a body of the world [m]. */
  positionOf(body: string): number[] {
    const { model } = this.world;
    const index = model.bodies.indexOf(body);
    return Array.from(model.simulation.state("xpos").subarray(3 * index, 3 * index + 3));
  }

  [Symbol.dispose](): void {
    for (const driver of this.#drivers) driver.close();
    this.world.close();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** A robot with its driver. */
export interface Driven {
  /** The driver. */
  readonly driver: RobotDriver;
  /** Lines of its log, `level: text`. */
  readonly log: string[];
  /** Reads its State. */
  readonly read: () => RobotState;
}

function sceneRobots(robots: readonly TestWorldRobot[], absolute: (file: string) => string): WorldSceneRobot[] {
  let [file, module] = ["", moduleOf([])];
  return robots.map((robot, index) => {
    if (robot.file !== undefined) file = absolute(robot.file);
    if (robot.module !== undefined) module = "joints" in robot.module ? robot.module : moduleOf(robot.module);
    return {
      name: robot.name ?? String.fromCharCode(97 + index),
      file,
      module,
      pose: { position: robot.position ?? [0, 0, 0], orientation: robot.orientation ?? [1, 0, 0, 0] },
      periodNs: robot.periodNs ?? 1e6,
      ...(robot.keyframe === undefined ? {} : { keyframe: robot.keyframe }),
    };
  });
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
