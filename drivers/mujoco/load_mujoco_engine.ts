import type { MujocoEngine } from "./mujoco_engine.ts";
import { loadWasmEngine } from "./wasm/load_wasm_engine.ts";

/** Loads MuJoCo into this thread; takes about 0.1 s. Rejects with a `DriverError` when it cannot be had. */
export function loadMujocoEngine(): Promise<MujocoEngine> {
  return loadWasmEngine();
}
