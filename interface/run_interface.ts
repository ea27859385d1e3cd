import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { openTransport } from "../comm/open_transport.ts";
import { loadInterfaceConfig } from "../schemas/load_interface_config.ts";
import { RobotInterface } from "./robot_interface.ts";

/** `uri interface`: runs the robot side of one robot; resolves to the exit code. Errors: `ConfigError`, `TransportError`, `RunFailure`. */
export async function runInterface(options: RunOptions & { config?: string; name?: string }): Promise<number> {
  const config = await loadInterfaceConfig({ file: options.config, name: options.name });
  const log = new Logger({ level: options.logLevel, format: options.logFormat, source: config.name });
  Deno.writeTextFileSync("/proc/self/comm", `uri:${config.name}`.slice(0, 15));
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  log.info(`[robot_interface] Starting '${config.name}' from config '${config.file ?? "(none: defaults)"}'`);
  const transport = await openTransport(config.network.protocol, `uri interface '${config.name}'`);
  try {
    return await new RobotInterface(config, options, log, transport).run(stop.signal);
  } finally {
    await transport.close();
    stop.dispose();
  }
}
