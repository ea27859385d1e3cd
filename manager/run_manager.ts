import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { loadManagerConfig } from "./config/load_manager_config.ts";
import { RobotManager } from "./robot_manager.ts";

/** `uri manager`: runs the controller and one proxy per robot; resolves to the exit code. Errors: `ConfigError`, `TransportError`, `RunFailure`. */
export async function runManager(options: RunOptions & { config: string }): Promise<number> {
  const config = await loadManagerConfig(options.config, { modules: BUILT_IN_ROBOT_MODULES });
  const log = new Logger({ level: options.logLevel, format: options.logFormat, source: "manager" });
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  try {
    return await new RobotManager(config, options, log).run(stop.signal);
  } finally {
    stop.dispose();
  }
}
