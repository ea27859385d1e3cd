import { formatSeconds } from "../core/format_seconds.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";

/**
 * The whole configuration as a controller is given it: what the user has written, with `Controller` and `Timestep`, and under `Robots` every entry
 * complete, with its robot module under `robot_module`.
 */
export function controllerConfiguration(
  { raw, controller, timeStepNs, robots }: ManagerConfig,
): Record<string, unknown> {
  return {
    ...raw,
    Controller: controller,
    Timestep: Number(formatSeconds(timeStepNs)),
    Robots: Object.fromEntries(robots.map(({ name, entry }) => [name, entry])),
  };
}
