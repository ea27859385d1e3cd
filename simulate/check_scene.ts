import { ExitCode } from "../core/exit_code.ts";
import type { MujocoChoice } from "../core/mujoco_choice.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import { openWorld } from "../drivers/mujoco/world/open_world.ts";
import { loadScene } from "./scene/load_scene.ts";
import { sceneReport } from "./scene/scene_report.ts";

/**
 * `uri simulate --check`: opens the world of a scene file, and tells by `write` what belongs to which module and what is left over; `json`: as one JSON
 * document; `mujoco`: which MuJoCo computes. Resolves to the exit code. Errors: `ConfigError`, `DriverError`.
 */
export async function checkScene(
  file: string,
  json: boolean,
  write: (text: string) => void,
  mujoco?: MujocoChoice,
): Promise<number> {
  const { scene } = await loadScene(file);
  const world = await openWorld(await loadMujocoEngine(mujoco), scene);
  try {
    const report = world.report();
    write(json ? `${JSON.stringify(report, null, 2)}\n` : `${sceneReport(report)}\n`);
  } finally {
    world.close();
  }
  return ExitCode.Ok;
}
