import type { RobotModule } from "./robot_module.ts";

/**
 * A robot module in its YAML form (see `docs/robot_modules.md`), as data that JSON can hold: infinite limits are left out, since
 * JSON has no infinity.
 */
export function robotModuleToPlain(module: RobotModule): Record<string, unknown> {
  return {
    name: module.name,
    joints: module.joints.map((joint) =>
      Object.fromEntries(
        Object.entries(joint).filter(([, value]) => typeof value !== "number" || Number.isFinite(value)),
      )
    ),
    grippers: Object.fromEntries(module.grippers.map(({ name, joints }) => [name, [...joints]])),
    body_sensors: [...module.bodySensors],
    force_sensors: [...module.forceSensors],
    posture: [...module.posture],
  };
}
