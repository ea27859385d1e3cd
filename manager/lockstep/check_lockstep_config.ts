import { ConfigError } from "../../core/config_error.ts";
import type { ManagerConfig } from "../../schemas/manager_config.ts";

/** Refuses, as a `ConfigError`, what cannot be run in lock step: robots whose interface the manager would start. */
export function checkLockstepConfig({ file, robots }: ManagerConfig): void {
  const started = robots.filter(({ driver }) => driver.autostart);
  if (started.length === 0) return;
  throw new ConfigError(started.map(({ name }) => ({
    file,
    line: 0,
    column: 0,
    path: `Robots.${name}.robot_interface.autostart`,
    value: "true",
    message: "is true, and --lockstep wants false: robots in lock step are those of uri simulate --lockstep",
    hint: "see docs/lockstep.md",
  })));
}
