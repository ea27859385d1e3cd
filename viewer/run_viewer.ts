import { ExitCode } from "../core/exit_code.ts";
import { installPrefix } from "../core/install_prefix.ts";
import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";
import { Libc } from "../core/posix/libc.ts";
import { loadViewerConfig } from "./load_viewer_config.ts";
import { StandardOutput } from "./standard_output.ts";
import { Viewer } from "./viewer.ts";
import { ViewerLog } from "./viewer_log.ts";
import type { ViewerOptions } from "./viewer_options.ts";

/** For what was written last to get out [ms]. */
const FLUSH_MS = 500;

/**
 * `uri viewer`: loads a driver, without manager and network, and shows the state of its robot; resolves to the exit code. Errors: `ConfigError`,
 * `RunFailure`.
 */
export async function runViewer(options: ViewerOptions): Promise<number> {
  const output = new StandardOutput();
  const log = new ViewerLog(output, options);
  const stop = listenForStop(
    (_, number) => log.caught(number),
    (code) => new Libc().call._exit(code),
  );
  // Nothing is routed any more when the process ends.
  const last = new Logger({ level: options.logLevel, format: options.logFormat, source: "viewer" });
  options.exits?.tellBy((status) =>
    last.error(
      `[robot_state_viewer] the driver, or a library that it uses, has ended this process by exit(${status}), which it must not`,
    )
  );
  try {
    const { config: file, name, readRobot, prefix } = options;
    const installation = installPrefix(prefix);
    // A pipe may never say anything.
    const config = await orAborted(loadViewerConfig({ file, name, readRobot, installation }), stop.signal);
    if (config === undefined) return ExitCode.Ok;
    for (const note of config.notes) log.log.info(`[robot_state_viewer] ${note}`);
    return await new Viewer(config, options, installation, output, log).run(stop.signal);
  } finally {
    await output.flush(FLUSH_MS);
    stop.dispose();
  }
}
