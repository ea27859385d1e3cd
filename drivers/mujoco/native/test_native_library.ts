import { BUILT_IN_MUJOCO } from "../built_in_mujoco.ts";
import { type MujocoWheel, mujocoWheel } from "../../../tools/mujoco_wheel.ts";
import { loadBarrier } from "./load_barrier.ts";

/** MuJoCo's native library of a version, by default that of the WebAssembly build, out of its Python wheel; or why tests cannot have it. */
export async function testNativeLibrary(version = BUILT_IN_MUJOCO): Promise<MujocoWheel> {
  const barrier = loadBarrier();
  if ("reason" in barrier) return { available: false, reason: barrier.reason };
  return await mujocoWheel(version);
}
