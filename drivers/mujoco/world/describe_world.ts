import type { BuiltWorld } from "./build_world.ts";
import { describeContacts } from "./describe_contacts.ts";
import { describeRobot } from "./describe_robot.ts";
import type { MujocoWorld } from "./mujoco_world.ts";
import type { WorldReport } from "./world_report.ts";

/** What a world is made of, as it stands; best asked for before its first step. */
export function describeWorld(world: MujocoWorld, built: BuiltWorld): WorldReport {
  const { scene, model: { simulation } } = world;
  return {
    file: scene.file,
    stepNs: world.stepNs,
    gravity: simulation.gravity,
    robots: world.robots.map((robot, index) => describeRobot(robot, scene.robots[index].periodNs, world.stepNs)),
    objects: scene.objects.map(({ name }) => name),
    sizes: { bodies: simulation.sizes.nbody, degreesOfFreedom: simulation.sizes.nv, geoms: simulation.sizes.ngeom },
    contacts: describeContacts(built),
    notes: world.notes,
  };
}
