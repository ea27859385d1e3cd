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
  const { mjtSensor } = model.engine.api;
  const imu: Part[] = [
    { element: "framequat", ending: "_quat", type: mjtSensor.mjSENS_FRAMEQUAT.value },
    { element: "gyro", ending: "_gyro", type: mjtSensor.mjSENS_GYRO.value },
    { element: "accelerometer", ending: "_acc", type: mjtSensor.mjSENS_ACCELEROMETER.value },
  ];
  const wrench: Part[] = [
    { element: "force", ending: "_force", type: mjtSensor.mjSENS_FORCE.value },
    { element: "torque", ending: "_torque", type: mjtSensor.mjSENS_TORQUE.value },
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
  const { mjtObj } = model.engine.api;
  const { sensor_type, sensor_objtype, sensor_objid, sensor_refid, sensor_adr } = model.model;
  const isOn = (sensor: number) => {
    const names = sensor_objtype[sensor] === mjtObj.mjOBJ_SITE.value ? model.sites : model.bodies;
    return names[sensor_objid[sensor]] === name;
  };
  // An orientation relative to another frame is no orientation in the world.
  const fits = (sensor: number) => sensor_type[sensor] === type && sensor_refid[sensor] < 0;
  const sensors = [...model.sensors.keys()].filter(fits);
  const sensor = sensors.find(isOn) ?? sensors.find((s) => model.sensors[s] === name + ending);
  return sensor === undefined ? -1 : sensor_adr[sensor];
}
