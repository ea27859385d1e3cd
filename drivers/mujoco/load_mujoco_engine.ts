import { DriverError } from "../../core/driver_error.ts";
import { mujocoError } from "./mujoco_error.ts";
import type { MujocoChoice } from "../../core/mujoco_choice.ts";
import type { MujocoEngine } from "./mujoco_engine.ts";
import { NativeEngine } from "./native/native_engine.ts";
import { openNativeLibrary } from "./native/open_native_library.ts";
import { loadWasmEngine } from "./wasm/load_wasm_engine.ts";

/** A little of everything that is looked at when a model is taken over. */
const TRIAL =
  `<mujoco><worldbody><body name="b"><joint name="j"/><geom size="1"/><site name="s"/></body></worldbody><actuator>` +
  `<general name="a" joint="j" dyntype="integrator"/></actuator><sensor><gyro site="s"/></sensor></mujoco>`;

/**
 * Loads MuJoCo into this thread; takes about 0.1 s. Without a choice it is the WebAssembly build. A native library that was found, and cannot be used,
 * gives way to that, which the engine's `note` tells; one that was named does not: rejects with a `DriverError`.
 */
export async function loadMujocoEngine(choice?: MujocoChoice): Promise<MujocoEngine> {
  const builtIn = await loadWasmEngine();
  builtIn.note = choice?.note ?? "";
  if (choice?.library === undefined) return builtIn;
  const library = await openNativeLibrary(choice.library);
  const native = "reason" in library ? library : proved(new NativeEngine(library, builtIn));
  if (!("reason" in native)) return native;
  const text = `${choice.library} cannot be used: ${native.reason}`;
  if (choice.isNamed) throw mujocoError(`opening MuJoCo's native library: ${text}`);
  builtIn.note = text;
  return builtIn;
}

/** The engine, or why it is not what its version says: a build of one's own may have other memory, which shows only in a model. */
function proved(engine: NativeEngine): NativeEngine | { readonly reason: string } {
  const { builder } = engine;
  if (builder === undefined) return engine;
  const spec = builder.api.parseXMLString(TRIAL);
  try {
    engine.adopt(builder.api.mj_compile(spec)!).close();
    return engine;
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return { reason: error.message };
  } finally {
    spec.delete();
    engine.takeMessages();
  }
}
