import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SystemClock } from "../core/system_clock.ts";
import { startManagerWorker } from "./start_manager_worker.ts";

/** `uri manager`: runs the controller and one proxy per robot; resolves to the exit code. Errors: `ConfigError`, `TransportError`, `RunFailure`. */
export async function runManager(options: RunOptions & { config: string }): Promise<number> {
  const log = new Logger({ level: options.logLevel, format: options.logFormat, source: "manager" });
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  // The worker warms up while this thread loads what it needs to read the configuration.
  const clock = new SystemClock();
  const link = startManagerWorker(clock, (level, text) => log[level](`[RobotManager] ${text}`));
  try {
    const [{ loadManagerConfig }, { BUILT_IN_ROBOT_MODULES }, { RobotManager }] = await Promise.all([
      import("./config/load_manager_config.ts"),
      import("../robots/built_in_robot_modules.ts"),
      import("./robot_manager.ts"),
    ]);
    const config = await loadManagerConfig(options.config, { modules: BUILT_IN_ROBOT_MODULES });
    return await new RobotManager(config, options, log, { link, clock }).run(stop.signal);
  } finally {
    link.terminate();
    stop.dispose();
  }
}
