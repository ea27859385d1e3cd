/**
 * Versions of MuJoCo's native library that can be used: each has its own table of where things are in memory (`mujoco_layouts.jsonl`), made by
 * `tools/make_mujoco_layouts.ts` and compared with the headers by `./dev check`.
 */
export const MUJOCO_VERSIONS: readonly string[] = [
  "3.11.0",
  "3.12.0",
  "3.13.0",
  "3.14.0",
  "3.15.0",
  "3.16.0",
  "3.17.0",
  "4.0.0",
];
