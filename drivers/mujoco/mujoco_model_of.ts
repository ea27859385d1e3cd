import type { MujocoEngine } from "./mujoco_engine.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoSimulation } from "./mujoco_simulation.ts";

/**
 * A new simulation with its names. MuJoCo's automatic reset is switched off: a diverged simulation must be seen, not restarted. `path`: the file for
 * messages.
 */
export function mujocoModelOf(engine: MujocoEngine, path: string, simulation: MujocoSimulation): MujocoModel {
  simulation.disableFlags |= engine.constants.mjDSBL_AUTORESET;
  return {
    engine,
    path,
    simulation,
    ownJoints: [0, simulation.sizes.njnt],
    joints: simulation.names("joint"),
    actuators: simulation.names("actuator"),
    sensors: simulation.names("sensor"),
    sites: simulation.names("site"),
    bodies: simulation.names("body"),
    keys: simulation.names("key"),
    addedSensors: [],
  };
}
