import type { MjModel } from "@mujoco/mujoco";
import { dirname, isAbsolute, resolve } from "node:path";
import { quoted } from "../../../core/quoted.ts";
import type { MujocoConstants } from "../mujoco_constants.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { mujocoError } from "../mujoco_error.ts";
import { mujocoFault } from "../mujoco_fault.ts";
import type { WasmEngine } from "../wasm/wasm_engine.ts";
import { NativeSimulation } from "./native_simulation.ts";
import type { NativeLibrary } from "./open_native_library.ts";

const LONGEST_TEXT = 1024;
/** What the barrier keeps at most. */
const MESSAGES = 8 * LONGEST_TEXT;

/**
 * MuJoCo's native library behind the barrier.
 *
 * - One of the version of the WebAssembly build takes over what that has read and compiled, number for number. One of another version reads the file of
 *   a model itself: `package://` is unknown to it, and there are no worlds.
 * - It calls only what `NativeLibrary` has; an error of MuJoCo becomes one in JavaScript.
 */
export class NativeEngine implements MujocoEngine {
  readonly kind = "native";
  readonly version: string;
  readonly origin: string;
  readonly constants: MujocoConstants;
  readonly note = "";
  readonly builder: WasmEngine | undefined;
  readonly #library: NativeLibrary;

  /** `builder`: the WebAssembly build, which serves when its version is that of the library. */
  constructor(library: NativeLibrary, builder: WasmEngine | undefined) {
    this.#library = library;
    this.version = library.version;
    this.origin = library.path;
    this.constants = library.layout.constants;
    this.builder = builder?.version === library.version ? builder : undefined;
  }

  open(path: string): NativeSimulation {
    return this.builder === undefined ? this.#read(path) : this.adopt(this.builder.read(path));
  }

  adopt(model: MjModel): NativeSimulation {
    const { barrier, symbols, version, path } = this.#library;
    if (this.builder === undefined) {
      model.delete();
      throw mujocoError(
        `taking over a model: ${path} is MuJoCo ${version}, the version of the built-in MuJoCo was wanted; take that one`,
      );
    }
    const bytes = this.builder.save(model);
    model.delete();
    const made = barrier.uri_barrier_load(symbols.mj_loadModelBuffer, bytes as Uint8Array<ArrayBuffer>, bytes.length);
    if (made === null) {
      const reason = this.#lastError() || this.takeMessages().join("; ");
      throw mujocoError(
        `taking over a model into ${path}: ${reason}; take an official build of MuJoCo ${version}, or use the built-in MuJoCo (wasm)`,
      );
    }
    return new NativeSimulation(this.#library, made);
  }

  takeMessages(): string[] {
    const bytes = new Uint8Array(MESSAGES);
    const count = this.#library.barrier.uri_barrier_take(bytes, bytes.length);
    const own = new TextDecoder().decode(bytes.subarray(0, count)).split("\n").filter((line) => line !== "");
    return [...this.builder?.takeMessages() ?? [], ...own];
  }

  #read(path: string): NativeSimulation {
    const { barrier, symbols } = this.#library;
    const text = new Uint8Array(LONGEST_TEXT);
    const name = new TextEncoder().encode(`${path}\0`);
    const made = barrier.uri_barrier_read(symbols.mj_loadXML, name, text, text.length);
    if (made !== null) return new NativeSimulation(this.#library, made);
    const reason = new TextDecoder().decode(text.subarray(0, text.indexOf(0))) || this.#lastError() ||
      "MuJoCo gave no model and no reason";
    throw mujocoFault({ missingFile: () => missingFile(reason, path) }, `loading model ${path}`, reason);
  }

  #lastError(): string {
    const text = this.#library.barrier.uri_barrier_error();
    return text === null ? "" : Deno.UnsafePointerView.getCString(text);
  }
}

/** MuJoCo names a file that it cannot open as the model does; it looks beside the model, and in folders that the model says. */
function missingFile(reason: string, model: string): string {
  const [, name] = /[Ee]rror opening file '([^']+)'/.exec(reason) ?? [];
  if (name === undefined) return "";
  const path = isAbsolute(name) ? name : resolve(dirname(model), name);
  try {
    return Deno.statSync(path).isFile ? "" : `${quoted(path)} is no regular file; name another one`;
  } catch {
    return `there is no file ${quoted(path)}; correct the path`;
  }
}
