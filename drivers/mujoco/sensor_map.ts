import type { RobotModule } from "../../schemas/robot_module.ts";
import { findSensor } from "./find_sensor.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import { type SensorPart, sensorParts } from "./sensor_parts.ts";

/** Where the readings of the module's sensors begin in `sensordata`, in the module's order; -1 for a sensor the model lacks. */
export interface SensorMap {
  /** Three values per body sensor: orientation, angular velocity, linear acceleration. All three are -1 when one is missing. */
  readonly bodySensors: Int32Array;
  /** Two values per force sensor: force, torque. Both are -1 when one is missing. */
  readonly forceSensors: Int32Array;
  /** What is missing, one text per sensor. */
  readonly missing: readonly string[];
}

/**
 * Finds the sensors of the module. A sensor called NAME is made of MuJoCo sensors that stand on the site (for an orientation also the
 * body) NAME, or, where there is none, that are called NAME_quat, NAME_gyro, NAME_acc (IMU), NAME_force, NAME_torque (force sensor), or as
 * models for mc_mujoco have it NAME_accelerometer, NAME_fsensor, NAME_tsensor.
 */
export function mapSensors(model: MujocoModel, module: RobotModule): SensorMap {
  const { imu, wrench } = sensorParts(model.engine.constants);
  const addresses = model.simulation.integers("sensor_adr");
  const missing: string[] = [];
  const find = (kind: string, name: string, parts: readonly SensorPart[]) => {
    const found = parts.map((part) => findSensor(model, name, part));
    const lacking = parts.filter((_, i) => found[i] === undefined).map(({ element, endings }) =>
      `${element} (or ${name}${endings[0]})`
    );
    if (lacking.length === 0) return found.map((each) => addresses[each!.sensor]);
    missing.push(`${kind} sensor ${name}: no ${lacking.join(", no ")}`);
    return parts.map(() => -1);
  };
  return {
    bodySensors: Int32Array.from(module.bodySensors.flatMap((name) => find("body", name, imu))),
    forceSensors: Int32Array.from(module.forceSensors.flatMap((name) => find("force", name, wrench))),
    missing,
  };
}
