import { installPrefix } from "../core/install_prefix.ts";
import type { RunOptions } from "../core/run_options.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { controllerConfiguration } from "./controller_configuration.ts";
import type { ManagerSetup } from "./manager_worker_messages.ts";

const DEFAULT_DEADLINE_PERIOD_NS = 1_000_000;

/** What the control loop of a manager is made of, from its configuration and the command line; `memory`: what it shares with the main thread. */
export function managerSetup(
  config: ManagerConfig,
  options: RunOptions,
  memory: Pick<ManagerSetup, "block" | "live">,
): ManagerSetup {
  const { controller, timeStepNs, tickNs, robots } = config;
  const { realtime, deadlinePeriodNs = DEFAULT_DEADLINE_PERIOD_NS, forSeconds: seconds = Infinity } = options;
  const controlled = robots.map(({ name, module, mode, timeStepNs: periodNs }) => ({ name, module, mode, periodNs }));
  return {
    ...memory,
    controller,
    places: { installation: installPrefix(options.prefix) },
    context: { timeStepNs, robots: controlled, configuration: controllerConfiguration(config) },
    backends: robots.map(({ network }) => network.backend),
    proxies: robots.map((robot) => robot.interface),
    tickNs,
    lockstep: options.lockstep ? { seconds } : undefined,
    realtime,
    deadlinePeriodNs,
  };
}
