import type { DriverError } from "../../../core/driver_error.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { mujocoError } from "../mujoco_error.ts";
import { physicsSteps } from "../physics_steps.ts";
import { buildWorld } from "./build_world.ts";
import { MujocoWorld } from "./mujoco_world.ts";
import { rehearseWorld } from "./rehearse_world.ts";
import type { WorldScene } from "./world_scene.ts";

/**
 * Opens a world of several robots and objects under one MuJoCo physics; contacts between them are real.
 *
 * - Each robot's model is an MJCF or URDF file; the same file may be used several times. Its elements get the robot's prefix, its own settings
 *   of `<compiler>` and its defaults hold for it alone; of `<option>` a world has one, see `worldOptions`. Its lights are left out and its
 *   floor planes touch nothing: the ground is the world's.
 * - Joints, actuators and sensors are found as `createRobotDriverMuJoCo` finds them, and joints without an actuator are served likewise; an IMU
 *   of the module that the model lacks is added to the site or body of its name.
 * - Each robot starts in its own keyframe, its base where the scene puts it, and is braked there until a driver commands it.
 *
 * Takes some 0.1 s and compiles what a cycle needs. Rejects with a `DriverError` that names robot and file, everything wrong at once; the
 * engine stays usable.
 */
export async function openWorld(engine: MujocoEngine, scene: WorldScene): Promise<MujocoWorld> {
  await checkFiles(scene);
  const built = buildWorld(engine, scene);
  try {
    const world = new MujocoWorld(scene, built);
    checkPeriods(world);
    await rehearseWorld(world);
    return world;
  } catch (error) {
    built.model.simulation.close();
    throw error;
  }
}

function checkPeriods({ scene, stepS }: MujocoWorld): void {
  const faults = scene.robots.flatMap(({ name, periodNs }) => {
    try {
      physicsSteps(stepS, periodNs, scene.file, true);
      return [];
    } catch (error) {
      return [`robot '${name}': ${(error as DriverError).message}`];
    }
  });
  if (faults.length > 0) throw mujocoError(faults.join("; "));
}

/** MuJoCo stops at the first file that is missing. */
async function checkFiles({ robots, objects, environment, file }: WorldScene): Promise<void> {
  const files = [
    ...(environment === undefined ? [] : [["the environment", environment]]),
    ...robots.map((robot) => [`robot '${robot.name}'`, robot.file]),
    ...objects.flatMap((object) =>
      "file" in object
        ? [[`object '${object.name}'`, object.file]]
        : object.shape.kind === "mesh"
        ? [[`object '${object.name}'`, object.shape.file]]
        : []
    ),
  ];
  const faults: DriverError[] = [];
  for (const [label, path] of files) {
    const isFile = await Deno.stat(path).then((info) => info.isFile, () => undefined);
    if (isFile) continue;
    const what = isFile === false ? "is no file" : "does not exist or cannot be read";
    faults.push(
      mujocoError(`loading the model of ${label}: ${path} ${what}, a model was wanted; correct its path in ${file}`),
    );
  }
  if (faults.length > 0) throw mujocoError(faults.map(({ message }) => message).join("; "));
}
