import type { MujocoModel } from "../mujoco_model.ts";
import type { WorldPart } from "./build_world.ts";

/**
 * One robot's view of the model of its world: numbers are those of the world, names are its own without the prefix, and what belongs to others
 * has no name. So what finds the joints, actuators and sensors of a robot alone finds them here.
 */
export function robotPart(
  world: MujocoModel,
  { child, model: { counts, addedSensors }, first }: WorldPart,
): MujocoModel {
  const { prefix, file } = child;
  const own = (names: readonly string[]) =>
    names.map((name) => name.startsWith(prefix) ? name.slice(prefix.length) : "");
  return {
    engine: world.engine,
    path: file,
    simulation: world.simulation,
    ownJoints: [first.joints, first.joints + counts.joints],
    joints: own(world.joints),
    actuators: own(world.actuators),
    sensors: own(world.sensors),
    sites: own(world.sites),
    bodies: own(world.bodies),
    keys: [],
    addedSensors,
  };
}
