import type { MujocoEngine } from "./mujoco_engine.ts";
import { modelFileFault } from "./model_file_fault.ts";
import { mujocoError } from "./mujoco_error.ts";
import { mujocoModelOf } from "./mujoco_model_of.ts";
import type { MujocoSimulation } from "./mujoco_simulation.ts";

/**
 * A compiled model with its one state, and the names of its elements by their number: "" for an element without name, and for one that belongs
 * to another robot of a world.
 */
export interface MujocoModel {
  /** Where it runs. */
  readonly engine: MujocoEngine;
  /** File it was read from, for messages. */
  readonly path: string;
  /** The compiled model, and its state. */
  readonly simulation: MujocoSimulation;
  /** First joint, and the one after the last, that belong to what `path` describes: all but in a world of several robots. */
  readonly ownJoints: readonly [number, number];
  /** Joint names. */
  readonly joints: readonly string[];
  /** Actuator names. */
  readonly actuators: readonly string[];
  /** Sensor names. */
  readonly sensors: readonly string[];
  /** Site names. */
  readonly sites: readonly string[];
  /** Body names. */
  readonly bodies: readonly string[];
  /** Keyframe names. */
  readonly keys: readonly string[];
}

/**
 * Reads and compiles an MJCF (or URDF) file, with everything that it includes. MuJoCo's automatic reset is switched off: a diverged
 * simulation must be seen, not restarted. Throws a `DriverError` with MuJoCo's own text, and the missing file if one is missing.
 */
export function openMujocoModel(engine: MujocoEngine, path: string): MujocoModel {
  if (path === "") {
    throw mujocoError(
      "loading the model: robot_interface.config_path is missing, a path of an MJCF file was wanted; add it to the robot's entry",
    );
  }
  const fault = modelFileFault(path);
  if (fault !== "") throw mujocoError(`loading model ${path}: ${fault}`);
  return mujocoModelOf(engine, path, engine.open(path));
}
