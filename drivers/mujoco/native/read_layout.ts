import type { MujocoLayout } from "./mujoco_layout.ts";

/** The table of MuJoCo `version`, which is one of `MUJOCO_VERSIONS`. */
export function readLayout(version: string): MujocoLayout {
  const lines = Deno.readTextFileSync(new URL("./mujoco_layouts.jsonl", import.meta.url)).split("\n");
  return JSON.parse(lines.find((line) => line.startsWith(`{"version":"${version}"`))!) as MujocoLayout;
}
