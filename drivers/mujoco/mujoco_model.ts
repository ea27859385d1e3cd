import type { MjSpec } from "@mujoco/mujoco";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { compileModel } from "./compile_model.ts";
import { keyframeFault } from "./keyframe_fault.ts";
import { modelFileFault } from "./model_file_fault.ts";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { mujocoError } from "./mujoco_error.ts";
import { mujocoFault } from "./mujoco_fault.ts";
import { mujocoModelOf } from "./mujoco_model_of.ts";
import type { MujocoSimulation } from "./mujoco_simulation.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";
import { xmlElement } from "./xml_element.ts";

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
  /** Sensors of its module that were added to what the file has, see `addSensors`. */
  readonly addedSensors: readonly string[];
}

/**
 * Reads and compiles an MJCF (or URDF) file, with everything that it includes, and with the sensors that `module` names and it lacks, as far as
 * they can be added (see `addSensors`). MuJoCo's automatic reset is switched off: a diverged simulation must be seen, not restarted. Throws a
 * `DriverError` with MuJoCo's own text, and the missing files if some are missing.
 *
 * A native library of another version than the built-in one reads the file itself; nothing is added then.
 */
export function openMujocoModel(engine: MujocoEngine, path: string, module?: RobotModule): MujocoModel {
  if (path === "") {
    throw mujocoError(
      "loading the model: robot_interface.config_path is missing, a path of an MJCF file was wanted; add it to the robot's entry",
    );
  }
  const action = `loading model ${path}`;
  const fault = modelFileFault(path);
  if (fault !== "") throw mujocoError(`${action}: ${fault}`);
  const { builder } = engine;
  if (builder === undefined) return withoutFault(mujocoModelOf(engine, path, engine.open(path)), action);
  try {
    return withSpec(
      builder,
      path,
      action,
      (spec) =>
        compileModel(engine, builder, spec, {
          action,
          path,
          isPart: false,
          ...(module === undefined ? {} : { module }),
        }),
    );
  } finally {
    builder.releaseFiles();
  }
}

function withoutFault(model: MujocoModel, action: string): MujocoModel {
  const fault = keyframeFault(model);
  if (fault === "") return model;
  model.simulation.close();
  throw mujocoError(`${action}: ${fault}`);
}

/** MuJoCo's binding reads the specification of a file only as a part of another one. */
function withSpec<T>(builder: WasmEngine, path: string, action: string, use: (spec: MjSpec) => T): T {
  const text = xmlElement("model", { name: "model", file: path });
  builder.lookFrom(path);
  let list: MjSpec;
  try {
    list = builder.api.parseXMLString(`<mujoco><asset>${text}</asset></mujoco>`);
  } catch (error) {
    throw mujocoFault(builder, action, error);
  }
  let spec: MjSpec | undefined;
  try {
    spec = builder.api.mjs_findSpec(list, "model");
    if (!spec) {
      throw mujocoError(`${action}: MuJoCo gave no model and no reason; check the file with its simulate program`);
    }
    return use(spec);
  } finally {
    // What the binding has found is a copy, and ours.
    spec?.delete();
    list.delete();
  }
}
