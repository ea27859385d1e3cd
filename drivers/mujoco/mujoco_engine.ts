import type { MjModel } from "@mujoco/mujoco";
import type { MujocoConstants } from "./mujoco_constants.ts";
import type { MujocoSimulation } from "./mujoco_simulation.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";

/**
 * MuJoCo in this thread: the WebAssembly build that comes with the program, or a native library.
 *
 * - Who creates: `loadMujocoEngine`. An engine has no end; what it opened has.
 * - Models are read by the WebAssembly build, whichever engine computes with them: files, packages, errors and the compiled numbers are the same.
 * - Text: what MuJoCo prints is kept in {@link takeMessages}; nothing goes to the console.
 */
export interface MujocoEngine {
  /** What computes. */
  readonly kind: "native" | "webassembly";
  /** MuJoCo's version, as `3.14.0`. */
  readonly version: string;
  /** Path of the native library, or name of the package. */
  readonly origin: string;
  /** What else is to be known of the choice, or "". */
  readonly note: string;
  /** Numbers of enumerations. */
  readonly constants: MujocoConstants;
  /** What puts worlds together; `undefined` for a native library of another version, which computes with models of one file only. */
  readonly builder: WasmEngine | undefined;
  /** Reads and compiles an MJCF or URDF file. Throws a `DriverError` with MuJoCo's own text, and the missing file if one is missing. */
  open(path: string): MujocoSimulation;
  /** A simulation of what {@link builder} compiled, which then belongs to it. Throws a `DriverError` where there is no builder. */
  adopt(model: MjModel): MujocoSimulation;
  /** What MuJoCo printed since the last call (warnings), line by line. */
  takeMessages(): string[];
}
