import type { MjSpec } from "@mujoco/mujoco";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { findSensor } from "./find_sensor.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import { type SensorPart, sensorParts } from "./sensor_parts.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";

/**
 * Gives a model the sensors that its module names and it lacks: a sensor of the module that is called like a site, or like a body (whose frame it
 * then has), gets MuJoCo's sensors there; one of which the model has a part gets the others at the same site. So a floating base, whose pose
 * is in no State, at least has an IMU, and so has a URDF, which knows no sensors. Returns the names of the module's sensors that are complete
 * now. `alone`: the same model, compiled.
 */
export function addSensors({ api }: WasmEngine, alone: MujocoModel, spec: MjSpec, module: RobotModule): string[] {
  const { imu, wrench } = sensorParts(alone.engine.constants);
  const add = (name: string, parts: readonly SensorPart[]) => {
    const found = parts.map((part) => findSensor(alone, name, part)?.place);
    const site = found.every((place) => place !== undefined) ? undefined : siteFor(name, found);
    if (site === undefined) return false;
    // It is found by the site's name, or by its own.
    const isTaken = ({ endings }: SensorPart, i: number) =>
      found[i] === undefined && site !== name && alone.sensors.includes(name + endings[0]);
    if (parts.some(isTaken)) return false;
    parts.forEach((part, i) => found[i] ?? addPart(name, part, site));
    return true;
  };
  const siteFor = (name: string, found: readonly (string | undefined)[]) => {
    const site = [...found, name].find((place) => place !== undefined && alone.sites.includes(place));
    if (site !== undefined) return site;
    const body = api.mjs_findBody(spec, name);
    const defaults = api.mjs_getSpecDefault(spec);
    const made = name !== "world" && body && defaults && api.mjs_addSite(body, defaults);
    if (!made) return undefined;
    api.mjs_setName(made.element, name);
    return name;
  };
  const addPart = (name: string, { type, endings }: SensorPart, site: string) => {
    const sensor = api.mjs_addSensor(spec);
    if (!sensor) return;
    const { mjtSensor, mjtObj } = api;
    sensor.type = Object.values(mjtSensor).find((each) => each?.value === type)!;
    sensor.objtype = mjtObj.mjOBJ_SITE;
    sensor.objname = site;
    if (site !== name) api.mjs_setName(sensor.element, name + endings[0]);
  };
  return [
    ...module.bodySensors.filter((name) => add(name, imu)),
    ...module.forceSensors.filter((name) => add(name, wrench)),
  ];
}
