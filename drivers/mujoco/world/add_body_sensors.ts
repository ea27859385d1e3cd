import type { MainModule, MjSpec } from "@mujoco/mujoco";
import type { RobotModule } from "../../../schemas/robot_module.ts";
import { mapSensors } from "../sensor_map.ts";
import type { MujocoModel } from "../mujoco_model.ts";

/**
 * Gives a model the IMUs that its module names and it lacks: a module's body sensor that is called like a site, or like a body (whose frame it
 * then has), gets MuJoCo's sensors of orientation, angular velocity and acceleration. So a floating base, whose pose is in no State, at least
 * has an IMU. Returns the names of those that were added. `alone`: the same model, compiled.
 */
export function addBodySensors(api: MainModule, alone: MujocoModel, spec: MjSpec, module: RobotModule): string[] {
  const { mjtSensor, mjtObj } = api;
  const map = mapSensors(alone, module);
  return module.bodySensors.filter((name, index) => {
    if (map.bodySensors[3 * index] >= 0) return false;
    if (!alone.sites.includes(name)) {
      const body = api.mjs_findBody(spec, name);
      const defaults = api.mjs_getSpecDefault(spec);
      const site = body && defaults && api.mjs_addSite(body, defaults);
      if (!site) return false;
      api.mjs_setName(site.element, name);
    }
    for (const type of [mjtSensor.mjSENS_FRAMEQUAT, mjtSensor.mjSENS_GYRO, mjtSensor.mjSENS_ACCELEROMETER]) {
      const sensor = api.mjs_addSensor(spec);
      if (!sensor) return false;
      sensor.type = type;
      sensor.objtype = mjtObj.mjOBJ_SITE;
      sensor.objname = name;
    }
    return true;
  });
}
