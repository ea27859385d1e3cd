import type { MujocoChoice } from "./mujoco_choice.ts";

/** How another process of the program is told what a user has chosen; nothing when that was nothing, as it looks for itself. */
export function mujocoArguments(choice: MujocoChoice | undefined): string[] {
  return choice?.isNamed ? ["--mujoco", choice.library ?? "wasm"] : [];
}
