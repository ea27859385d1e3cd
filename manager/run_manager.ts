import { listenForStop } from "../core/listen_for_stop.ts";
import { logTaken } from "../core/log/log_taken.ts";
import { LogLines } from "../core/log/log_lines.ts";
import { Logger } from "../core/log/logger.ts";
import { ExitCode } from "../core/exit_code.ts";
import { orAborted } from "../core/or_aborted.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SystemClock } from "../core/system_clock.ts";
import { builtInControllerNames } from "../controller/built_in_controller_names.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { LiveLog } from "./live_log.ts";
import { checkLockstepConfig } from "./lockstep/check_lockstep_config.ts";
import { openManagerView } from "./open_manager_view.ts";
import type { ManagerView } from "./manager_hooks.ts";
import { startManagerWorker } from "./start_manager_worker.ts";

/**
 * `uri manager`: runs the controller and one proxy per robot; resolves to the exit code. `live`: draws a table of joints and figures. With
 * `view` a page shows the robots.
 * Errors: `ConfigError`, `TransportError`, `RunFailure`.
 */
export async function runManager(options: RunOptions & { config: string; live?: boolean }): Promise<number> {
  const { config: file, live: isLive, logLevel: level, logFormat: format } = options;
  const lines = new LogLines();
  const onLine = options.view && lines.add;
  const live = isLive ? new LiveLog(`uri manager: ${file}`, level, format, onLine) : undefined;
  const log = live?.log ?? new Logger({ level, format, source: "manager", onLine });
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  let who = "the controller";
  options.exits?.tellBy((status) =>
    log.error(
      `[RobotManager] ${who}, or a library that it uses, has ended this process by exit(${status}), which it must not; ` +
        "the robots are left to their interfaces, which hold them",
    )
  );
  // The worker warms up while this thread loads what it needs to read the configuration.
  const clock = new SystemClock();
  const link = startManagerWorker(clock, (level, text) => logTaken(log, level, `[RobotManager] ${text}`));
  try {
    const [{ loadManagerConfig }, { BUILT_IN_ROBOT_MODULES }, { RobotManager }, { installPrefix }] = await Promise.all([
      import("./config/load_manager_config.ts"),
      import("../robots/built_in_robot_modules.ts"),
      import("./robot_manager.ts"),
      import("../core/install_prefix.ts"),
    ]);
    const installation = installPrefix(options.prefix);
    // A pipe may never say anything.
    const loading = loadManagerConfig(file, {
      modules: BUILT_IN_ROBOT_MODULES,
      installation,
      asking: {
        onAsk: options.deepenStack,
        onWait: (name, waitedS) =>
          log.warning(
            `[RobotManager] the controller has not described the robot module '${name}' after ${waitedS} s, still waiting; ` +
              "Ctrl-C ends that",
          ),
      },
    });
    const config = await orAborted(loading, stop.signal);
    if (config === undefined) return ExitCode.Ok;
    if (options.lockstep) checkLockstepConfig(config);
    who = `the controller '${config.controller}'`;
    if (!builtInControllerNames.includes(config.controller) && !isModulePath(config.controller)) {
      options.deepenStack?.();
    }
    for (const note of config.notes ?? []) log.info(`[RobotManager] ${note}`);
    const hooks = live === undefined
      ? {}
      : { onLook: (view: ManagerView) => live.draw(view), interfaceArguments: () => ["--log-level", "error"] };
    const manager = new RobotManager(config, options, log, { link, clock }, hooks);
    const view = await openManagerView(manager.looks, `uri manager: ${file}`, options.view, lines, log);
    try {
      return await manager.run(stop.signal);
    } finally {
      await view?.close();
    }
  } finally {
    stop.dispose();
  }
}
