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

/** Kind of a MuJoCo sensor element, and the endings of its name where it goes by name. */
interface Part {
  readonly element: string;
  readonly endings: readonly string[];
  readonly type: number;
}

/** Numbers [1] that are zero but for rounding. */
const ROUNDING = 1e-9;

/**
 * Finds the sensors of the module. A sensor called NAME is made of MuJoCo sensors that stand on the site (for an orientation also the
 * body) NAME, or, where there is none, that are called NAME_quat, NAME_gyro, NAME_acc (IMU), NAME_force, NAME_torque (force sensor), or as
 * models for mc_mujoco have it NAME_accelerometer, NAME_fsensor, NAME_tsensor.
 */
export function mapSensors(model: MujocoModel, module: RobotModule): SensorMap {
  const { constants } = model.engine;
  const imu: Part[] = [
    { element: "framequat", endings: ["_quat"], type: constants.mjSENS_FRAMEQUAT },
    { element: "gyro", endings: ["_gyro"], type: constants.mjSENS_GYRO },
    { element: "accelerometer", endings: ["_acc", "_accelerometer"], type: constants.mjSENS_ACCELEROMETER },
  ];
  const wrench: Part[] = [
    { element: "force", endings: ["_force", "_fsensor"], type: constants.mjSENS_FORCE },
    { element: "torque", endings: ["_torque", "_tsensor"], type: constants.mjSENS_TORQUE },
  ];
  const missing: string[] = [];
  const find = (kind: string, name: string, parts: readonly Part[]) => {
    const found = parts.map((part) => address(model, name, part));
    const lacking = parts.filter((_, i) => found[i] < 0).map(({ element, endings }) =>
      `${element} (or ${name}${endings[0]})`
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

function address(model: MujocoModel, name: string, { type, endings }: Part): number {
  const { simulation } = model;
  const types = simulation.integers("sensor_type");
  const references = simulation.integers("sensor_refid");
  // An orientation relative to another frame is no orientation in the world.
  const fits = (sensor: number) => types[sensor] === type && references[sensor] < 0;
  const sensors = [...model.sensors.keys()].filter(fits);
  const named = endings.map((ending) => name + ending);
  const sensor = sensors.find((each) => placeOf(model, each) === name) ??
    sensors.find((each) => named.includes(model.sensors[each]) && placeOf(model, each) !== undefined);
  return sensor === undefined ? -1 : simulation.integers("sensor_adr")[sensor];
}

/**
 * Name of the site or body in whose frame a sensor measures. `undefined` for other frames: those of geoms and cameras, and the frame of a body's
 * inertia (`objtype="body"`), whose axes MuJoCo chooses, where it is not the body's.
 */
function placeOf(
  { engine: { constants }, simulation, sites, bodies }: MujocoModel,
  sensor: number,
): string | undefined {
  const kind = simulation.integers("sensor_objtype")[sensor];
  const object = simulation.integers("sensor_objid")[sensor];
  if (kind === constants.mjOBJ_SITE) return sites[object];
  const turn = simulation.numbers("body_iquat").subarray(4 * object, 4 * object + 4);
  const isBody = kind === constants.mjOBJ_XBODY || (kind === constants.mjOBJ_BODY && 1 - Math.abs(turn[0]) < ROUNDING);
  return isBody ? bodies[object] : undefined;
}
