import type { MjData, MjModel } from "@mujoco/mujoco";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { mujocoError } from "./mujoco_error.ts";

/** A compiled model with its one state, and the names of its elements by their number ("" for an element without name). */
export interface MujocoModel {
  /** Where it runs. */
  readonly engine: MujocoEngine;
  /** File it was read from, for messages. */
  readonly path: string;
  /** The compiled model. */
  readonly model: MjModel;
  /** Its state. */
  readonly data: MjData;
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
  model.opt.disableflags |= engine.api.mjtDisableBit.mjDSBL_AUTORESET.value;
  const names: Int8Array = model.names;
  const list = (addresses: Int32Array) => Array.from(addresses, (address) => textAt(names, address));
  return {
    engine,
    path,
    model,
    data: new engine.api.MjData(model),
    joints: list(model.name_jntadr),
    actuators: list(model.name_actuatoradr),
    sensors: list(model.name_sensoradr),
    sites: list(model.name_siteadr),
    bodies: list(model.name_bodyadr),
    keys: list(model.name_keyadr),
  };
}

function compile(engine: MujocoEngine, path: string): MjModel {
  try {
    const model = engine.api.MjModel.from_xml_path(path);
    if (model !== null) return model;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const missing = engine.missingFile();
    const reason = text.replace(/^MuJoCo Error: Loading error: /, "").trim().replace(/:\s*\n\s*/g, ": ").replace(
      /\s*\n\s*/g,
      "; ",
    );
    const hint = missing === "" ? "correct the model" : `${missing}; correct the path`;
    throw mujocoError(`loading model ${path}: ${reason}; ${hint}`, { cause: error });
  } finally {
    engine.releaseFiles();
  }
  throw mujocoError(
    `loading model ${path}: MuJoCo gave no model and no reason; check the file with MuJoCo's simulate program`,
  );
}

function textAt(bytes: Int8Array, address: number): string {
  return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
}
