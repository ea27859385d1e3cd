import type { Logger } from "../core/log/logger.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";

/** Logs the rates of the controller and of each robot, and the tick of the loop. */
export function logRates(config: ManagerConfig, log: Logger): void {
  const hz = (ns: number) => Math.round(1e12 / ns) / 1e3;
  const own = `[RobotManager] ${config.controller} running at ${hz(config.timeStepNs)}Hz`;
  for (const robot of config.robots) log.info(`${own}, robot '${robot.name}' running at ${hz(robot.timeStepNs)}Hz`);
  log.info(`Running thread at ${config.tickNs / 1e6}ms per cycle`);
}
