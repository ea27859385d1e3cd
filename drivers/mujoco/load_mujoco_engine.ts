import { mujocoError } from "./mujoco_error.ts";
import type { MujocoChoice } from "../../core/mujoco_choice.ts";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { NativeEngine } from "./native/native_engine.ts";
import { openNativeLibrary } from "./native/open_native_library.ts";
import { loadWasmEngine } from "./wasm/load_wasm_engine.ts";

/**
 * Loads MuJoCo into this thread; takes about 0.1 s. Without a choice it is the WebAssembly build. A native library that was found, and cannot be used,
 * gives way to that, which the engine's `note` tells; one that was named does not: rejects with a `DriverError`.
 */
export async function loadMujocoEngine(choice?: MujocoChoice): Promise<MujocoEngine> {
  const builtIn = await loadWasmEngine();
  builtIn.note = choice?.note ?? "";
  if (choice?.library === undefined) return builtIn;
  const library = await openNativeLibrary(choice.library);
  if (!("reason" in library)) return new NativeEngine(library, builtIn);
  const text = `${choice.library} cannot be used: ${library.reason}`;
  if (choice.isNamed) throw mujocoError(`opening MuJoCo's native library: ${text}`);
  builtIn.note = text;
  return builtIn;
}
