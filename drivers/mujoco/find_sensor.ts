import type { MujocoModel } from "./mujoco_model.ts";
import type { SensorPart } from "./sensor_parts.ts";

/** Numbers [1] that are zero but for rounding. */
const ROUNDING = 1e-9;

/** A MuJoCo sensor in a model. */
export interface FoundSensor {
  /** Its number. */
  readonly sensor: number;
  /** Name of the site or body in whose frame it measures. */
  readonly place: string;
}

/**
 * The MuJoCo sensor that is a part of the module's sensor `name`: one on the site (for an orientation also the body) of that name, else one
 * with that name and an ending. `undefined` when there is none.
 */
export function findSensor(model: MujocoModel, name: string, { type, endings }: SensorPart): FoundSensor | undefined {
  const types = model.simulation.integers("sensor_type");
  const references = model.simulation.integers("sensor_refid");
  const fitting = [...model.sensors.keys()].flatMap((sensor) => {
    // An orientation relative to another frame is no orientation in the world.
    const place = types[sensor] === type && references[sensor] < 0 ? placeOf(model, sensor) : undefined;
    return place === undefined ? [] : [{ sensor, place }];
  });
  const named = endings.map((ending) => name + ending);
  return fitting.find(({ place }) => place === name) ??
    fitting.find(({ sensor }) => named.includes(model.sensors[sensor]));
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
