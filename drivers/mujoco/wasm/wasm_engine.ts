import type { MainModule, MjModel } from "@mujoco/mujoco";
import { MUJOCO_CONSTANTS, type MujocoConstants } from "../mujoco_constants.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { mujocoError } from "../mujoco_error.ts";
import { mujocoFault } from "../mujoco_fault.ts";
import type { HostFiles } from "./host_files.ts";
import { type StepCall, WasmSimulation } from "./wasm_simulation.ts";

/** Enumerations by the begin of the names of their constants. */
const ENUMERATIONS = {
  DSBL: "mjtDisableBit",
  JNT: "mjtJoint",
  TRN: "mjtTrn",
  WRAP: "mjtWrap",
  GAIN: "mjtGain",
  BIAS: "mjtBias",
  DYN: "mjtDyn",
  EQ: "mjtEq",
  OBJ: "mjtObj",
  SENS: "mjtSensor",
  GEOM: "mjtGeom",
} as const;

/** What a {@link WasmEngine} is made of. */
export interface WasmParts {
  /** The binding: classes, functions and enumerations. */
  readonly api: MainModule;
  /** Files of the host. */
  readonly files: HostFiles;
  /** Lines that MuJoCo printed. */
  readonly messages: string[];
  /** `mj_step` by the addresses of a model and a state. */
  readonly stepCall: StepCall;
  /** The memory of the module. */
  readonly memory: WebAssembly.Memory;
}

/**
 * MuJoCo's official WebAssembly build: it computes, and it reads models and puts worlds together for either engine.
 *
 * - Who creates: `loadWasmEngine`. It has its own memory, which is released with the last reference.
 * - Files: MuJoCo opens files of the host by their absolute path; {@link missingFile} tells which one was not there, in words.
 */
export class WasmEngine implements MujocoEngine {
  readonly kind = "webassembly";
  readonly version: string;
  readonly origin = "@mujoco/mujoco";
  readonly constants: MujocoConstants;
  /** Why no native library computes, where one was looked for. */
  note = "";
  /** The binding: classes, functions and enumerations, for specifications of models. Its functions allocate. */
  readonly api: MainModule;
  readonly #parts: WasmParts;

  /** See {@link WasmParts}. */
  constructor(parts: WasmParts) {
    this.#parts = parts;
    this.api = parts.api;
    this.version = parts.api.mj_versionString();
    this.constants = constantsOf(parts.api);
  }

  get builder(): WasmEngine {
    return this;
  }

  open(path: string): WasmSimulation {
    return this.adopt(this.read(path));
  }

  adopt(model: MjModel): WasmSimulation {
    const { api, stepCall, memory } = this.#parts;
    return new WasmSimulation(api, model, stepCall, memory);
  }

  takeMessages(): string[] {
    return this.#parts.messages.splice(0);
  }

  /** Reads and compiles an MJCF or URDF file, see {@link open}; whoever calls deletes the model. */
  read(path: string): MjModel {
    this.lookFrom(path);
    try {
      const model = this.api.MjModel.from_xml_path(path);
      if (model !== null) return model;
    } catch (error) {
      throw mujocoFault(this, `loading model ${path}`, error);
    } finally {
      this.releaseFiles();
    }
    throw mujocoError(
      `loading model ${path}: MuJoCo gave no model and no reason; check the file with MuJoCo's simulate program`,
    );
  }

  /**
   * A compiled model as MuJoCo's own file format (MJB) has it: every number as it is. Only the same version of MuJoCo can read it. The model
   * stays as it is.
   */
  save(model: MjModel): Uint8Array {
    const path = "/uri.mjb";
    this.api.mj_saveModel(model, path, null);
    try {
      return this.api.FS.readFile(path);
    } finally {
      this.api.FS.unlink(path);
    }
  }

  /**
   * To be called before something is read for the model file `model`: packages (`package://`) are looked for around it, or, for "", only in
   * what was read before.
   */
  lookFrom(model: string): void {
    this.#parts.files.lookFrom(model);
  }

  /** What is wrong with the last file that MuJoCo asked for in vain since {@link lookFrom}, or "". */
  missingFile(): string {
    return this.#parts.files.missing;
  }

  /** What is wrong when one `package://` path meant different files for two models since {@link releaseFiles}, or "". */
  packageConflict(): string {
    return this.#parts.files.conflict;
  }

  /** Frees the copies of model files; to be called once a model is compiled. */
  releaseFiles(): void {
    this.#parts.files.release();
  }
}

function constantsOf(api: MainModule): MujocoConstants {
  const enumerations = api as unknown as Record<string, Record<string, { value: number }>>;
  return Object.fromEntries(MUJOCO_CONSTANTS.map((name) => {
    const kind = name.slice("mj".length, name.indexOf("_")) as keyof typeof ENUMERATIONS;
    return [name, enumerations[ENUMERATIONS[kind]][name].value];
  })) as unknown as MujocoConstants;
}
