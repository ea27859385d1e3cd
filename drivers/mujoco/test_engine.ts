import type { MujocoChoice } from "../../core/mujoco_choice.ts";
import { createRobotDriverMuJoCo } from "./create_robot_driver_mujoco.ts";
import { loadMujocoEngine } from "./load_mujoco_engine.ts";
import type { MujocoEngine } from "./mujoco_engine.ts";
import type { RobotDriverFactory } from "../robot_driver.ts";

let choice: MujocoChoice | undefined;
let shared: Promise<MujocoEngine> | undefined;

/**
 * The engine with which the tests of a process run: WebAssembly, or, in `native/…_conformance_test.ts`, which run the same tests once more, the native
 * library.
 */
export const testEngine = {
  /** From now on, tests run with the native library at this path. Opens it, so that no single test is found to have left it open. */
  async use(library: string): Promise<void> {
    choice = { library, isNamed: true, note: "" };
    shared = undefined;
    await this.shared();
  },

  /** A new engine. */
  load(): Promise<MujocoEngine> {
    return loadMujocoEngine(choice);
  },

  /** An engine that all tests of the process share. */
  shared(): Promise<MujocoEngine> {
    return shared ??= this.load();
  },

  /** Makes a `RobotDriverMuJoCo` with it. */
  create: ((context) =>
    createRobotDriverMuJoCo(context, {
      installation: { reason: "none in a test" },
      ...(choice === undefined ? {} : { mujoco: choice }),
    })) as RobotDriverFactory,
};
