import type { MujocoEngine } from "./mujoco_engine.ts";

/** What a log tells of what computes: kind, version and where it is from. */
export function engineText({ kind, version, origin, note }: MujocoEngine): string {
  if (kind === "native") return `MuJoCo ${version} computes, the native library ${origin}`;
  return `MuJoCo ${version} computes, in WebAssembly${note === "" ? "" : ` (${note})`}`;
}
