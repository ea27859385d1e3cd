import type { RobotModule } from "../../schemas/robot_module.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Where the readings of the module's sensors begin in `sensordata`, in the module's order; -1 for a sensor the model lacks. */
export interface SensorMap {
  /** Three values per body sensor: orientation, angular velocity, linear acceleration. All three are -1 when one is missing. */
  readonly bodySensors: Int32Array;
  /** Two values per force sensor: force, torque. Both are -1 when one is missing. */
  readonly forceSensors: Int32Array;
  /** What is missing, one text per sensor. */
  readonly missing: readonly string[];
}

/** Kind of a MuJoCo sensor element, and the ending of its name where it goes by name. */
interface Part {
  readonly element: string;
  readonly ending: string;
  readonly type: number;
}

/**
 * Finds the sensors of the module. A sensor called NAME is made of MuJoCo sensors that stand on the site (for an orientation also the
 * body) NAME, or, where there is none, that are called NAME_quat, NAME_gyro, NAME_acc (IMU), NAME_force, NAME_torque (force sensor).
 */
export function mapSensors(model: MujocoModel, module: RobotModule): SensorMap {
  const { constants } = model.engine;
  const imu: Part[] = [
    { element: "framequat", ending: "_quat", type: constants.mjSENS_FRAMEQUAT },
    { element: "gyro", ending: "_gyro", type: constants.mjSENS_GYRO },
    { element: "accelerometer", ending: "_acc", type: constants.mjSENS_ACCELEROMETER },
  ];
  const wrench: Part[] = [
    { element: "force", ending: "_force", type: constants.mjSENS_FORCE },
    { element: "torque", ending: "_torque", type: constants.mjSENS_TORQUE },
  ];
  const missing: string[] = [];
  const find = (kind: string, name: string, parts: readonly Part[]) => {
    const found = parts.map((part) => address(model, name, part));
    const lacking = parts.filter((_, i) => found[i] < 0).map(({ element, ending }) =>
      `${element} (or ${name}${ending})`
    );
    if (lacking.length === 0) return found;
    missing.push(`${kind} sensor ${name}: no ${lacking.join(", no ")}`);
    return parts.map(() => -1);
  };
  return {
    bodySensors: Int32Array.from(module.bodySensors.flatMap((name) => find("body", name, imu))),
    forceSensors: Int32Array.from(module.forceSensors.flatMap((name) => find("force", name, wrench))),
    missing,
  };
}

function address(model: MujocoModel, name: string, { type, ending }: Part): number {
  const { simulation, engine } = model;
  const types = simulation.integers("sensor_type");
  const kinds = simulation.integers("sensor_objtype");
  const objects = simulation.integers("sensor_objid");
  const references = simulation.integers("sensor_refid");
  const isOn = (sensor: number) => {
    const names = kinds[sensor] === engine.constants.mjOBJ_SITE ? model.sites : model.bodies;
    return names[objects[sensor]] === name;
  };
  // An orientation relative to another frame is no orientation in the world.
  const fits = (sensor: number) => types[sensor] === type && references[sensor] < 0;
  const sensors = [...model.sensors.keys()].filter(fits);
  const sensor = sensors.find(isOn) ?? sensors.find((s) => model.sensors[s] === name + ending);
  return sensor === undefined ? -1 : simulation.integers("sensor_adr")[sensor];
}
