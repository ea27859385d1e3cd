import type { MjData, MjModel } from "@mujoco/mujoco";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { modelFileFault } from "./model_file_fault.ts";
import { mujocoError } from "./mujoco_error.ts";
import { mujocoFault } from "./mujoco_fault.ts";
import { mujocoModelOf } from "./mujoco_model_of.ts";

/**
 * A compiled model with its one state, and the names of its elements by their number: "" for an element without name, and for one that belongs
 * to another robot of a world.
 */
export interface MujocoModel {
  /** Where it runs. */
  readonly engine: MujocoEngine;
  /** File it was read from, for messages. */
  readonly path: string;
  /** The compiled model. */
  readonly model: MjModel;
  /** Its state. */
  readonly data: MjData;
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
  const model = compile(engine, path);
  return mujocoModelOf(engine, path, model);
}

function compile(engine: MujocoEngine, path: string): MjModel {
  const fault = modelFileFault(path);
  if (fault !== "") throw mujocoError(`loading model ${path}: ${fault}`);
  engine.lookFrom(path);
  try {
    const model = engine.api.MjModel.from_xml_path(path);
    if (model !== null) return model;
  } catch (error) {
    throw mujocoFault(engine, `loading model ${path}`, error);
  } finally {
    engine.releaseFiles();
  }
  throw mujocoError(
    `loading model ${path}: MuJoCo gave no model and no reason; check the file with MuJoCo's simulate program`,
  );
}
