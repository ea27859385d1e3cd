import type { MjModel, MjSpec } from "@mujoco/mujoco";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { addSensors } from "./add_sensors.ts";
import { keyframeFault } from "./keyframe_fault.ts";
import { measureKeyframes } from "./measure_keyframes.ts";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { mujocoError } from "./mujoco_error.ts";
import { mujocoFault } from "./mujoco_fault.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import { mujocoModelOf } from "./mujoco_model_of.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";

/** What {@link compileModel} is told of a model. */
export interface ModelToCompile {
  /** What is done with it, for messages: `loading model /path/arm.xml`. */
  readonly action: string;
  /** Its file. */
  readonly path: string;
  /** The robot that it is of, which may name sensors that it lacks. */
  readonly module?: RobotModule;
  /** True when the specification is attached to another one. */
  readonly isPart: boolean;
}

/**
 * Compiles a model for an engine, with the sensors that its module names (see `addSensors`). `spec`: its specification, which `builder` made, and
 * which has those sensors afterwards. In a specification for others, bodies that are fixed to each other stay apart, because sensors may be named
 * like one of them, and because MuJoCo loses their masses when it attaches a model.
 *
 * Throws a `DriverError` with MuJoCo's own text, and with a keyframe that is too short or has what is no number.
 */
export function compileModel(
  engine: MujocoEngine,
  builder: WasmEngine,
  spec: MjSpec,
  { action, path, module, isPart }: ModelToCompile,
): MujocoModel {
  const keyframes = measureKeyframes(builder, spec);
  // First as a file: MuJoCo leaves out of a specification for others what refers to anything that does not exist, and says nothing.
  const file = compile(builder, action, () => builder.api.MjModel.from_xml_path(path));
  spec.compiler.fusestatic = false;
  const whole = () => engine.adopt(compile(builder, action, () => builder.api.mj_compile(spec)));
  if (isPart) file.delete();
  const bare = mujocoModelOf(engine, path, isPart ? whole() : engine.adopt(file));
  try {
    const fault = keyframes.faultFor(bare.simulation.sizes) || keyframeFault(bare);
    if (fault !== "") throw mujocoError(`${action}: ${fault}`);
    const addedSensors = module === undefined ? [] : addSensors(builder, bare, spec, module);
    if (addedSensors.length === 0) return bare;
    const model = { ...mujocoModelOf(engine, path, whole()), addedSensors };
    bare.simulation.close();
    return model;
  } catch (error) {
    bare.simulation.close();
    throw error;
  }
}

function compile(builder: WasmEngine, action: string, make: () => MjModel | null): MjModel {
  try {
    const model = make();
    if (model !== null) return model;
  } catch (error) {
    throw mujocoFault(builder, action, error);
  }
  throw mujocoError(`${action}: MuJoCo gave no model and no reason; check the file with its simulate program`);
}
