import { ConfigError } from "../core/config_error.ts";
import { DriverError } from "../core/driver_error.ts";
import { ExitCode } from "../core/exit_code.ts";
import type { MujocoChoice } from "../core/mujoco_choice.ts";
import { loadMujocoEngine } from "../drivers/mujoco/load_mujoco_engine.ts";
import type { MujocoEngine } from "../drivers/mujoco/mujoco_engine.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import { openWorld } from "../drivers/mujoco/world/open_world.ts";
import type { WorldScene } from "../drivers/mujoco/world/world_scene.ts";
import { loadScene } from "./scene/load_scene.ts";
import { sceneReport } from "./scene/scene_report.ts";

/**
 * `uri simulate --check`: opens the world of a scene file, and tells by `write` what belongs to which module and what is left over; `json`: as one JSON
 * document; `mujoco`: which MuJoCo computes. Resolves to the exit code. Rejects with a `ConfigError` when the scene or one of its models cannot be
 * simulated, with a `DriverError` when there is no MuJoCo.
 */
export async function checkScene(
  file: string,
  json: boolean,
  write: (text: string) => void,
  mujoco?: MujocoChoice,
): Promise<number> {
  const { scene } = await loadScene(file);
  const world = await opened(await loadMujocoEngine(mujoco), scene);
  try {
    const report = world.report();
    write(json ? `${JSON.stringify(report, null, 2)}\n` : `${sceneReport(report)}\n`);
  } finally {
    world.close();
  }
  return ExitCode.Ok;
}

/** Whoever asks for a check asks whether the files are right: a model that does not fit is a fault of them. */
async function opened(engine: MujocoEngine, scene: WorldScene): Promise<MujocoWorld> {
  try {
    return await openWorld(engine, scene);
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    throw new ConfigError([{ file: scene.file, line: 0, column: 0, path: "", message: error.message }], {
      cause: error,
    });
  }
}
