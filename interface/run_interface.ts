import { ExitCode } from "../core/exit_code.ts";
import { listenForStop } from "../core/listen_for_stop.ts";
import { LogLines } from "../core/log/log_lines.ts";
import { logTaken } from "../core/log/log_taken.ts";
import { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import type { TransportNotice } from "../comm/transport.ts";
import { transportSection } from "../schemas/transport_section.ts";
import { SystemClock } from "../core/system_clock.ts";
import { InterfaceLooks } from "./interface_looks.ts";
import { openInterfaceView } from "./open_interface_view.ts";
import { startInterfaceWorker } from "./start_interface_worker.ts";

/**
 * `uri interface`: runs the robot side of one robot; resolves to the exit code. `autostarted`: process id of the manager that has started this process, which ends when the
 * manager is gone. Errors: `ConfigError`, `TransportError`, `RunFailure`.
 */
export async function runInterface(
  options: RunOptions & { config?: string; name?: string; autostarted?: number },
): Promise<number> {
  let log = new Logger({ level: options.logLevel, format: options.logFormat });
  let say = "[RobotInterface]";
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  options.exits?.tellBy((status) =>
    log.error(
      `${say} the driver, or a library that it uses, has ended this process by exit(${status}), which it must not: the robot cannot be held`,
    )
  );
  // The worker warms up while this thread loads what it needs to read the configuration.
  const clock = new SystemClock();
  const link = startInterfaceWorker(clock, (level, text) => logTaken(log, level, `${say} ${text}`));
  try {
    const [{ loadInterfaceConfig }, { openTransport }, { RobotInterface }] = await Promise.all([
      import("../schemas/load_interface_config.ts"),
      import("../comm/open_transport.ts"),
      import("./robot_interface.ts"),
    ]);
    // A pipe may never say anything.
    const loading = loadInterfaceConfig({ file: options.config, name: options.name });
    const config = await orAborted(loading, stop.signal);
    if (config === undefined) return ExitCode.Ok;
    const { name, network, file = `(none: defaults, protocol ${network.protocol})` } = config;
    const lines = new LogLines();
    const onLine = options.view && lines.add;
    log = new Logger({ level: options.logLevel, format: options.logFormat, source: name, onLine });
    say = `[RobotInterface] '${name}'`;
    Deno.writeTextFileSync("/proc/self/comm", `uri:${name}`.slice(0, 15));
    log.info(`[robot_interface] Starting '${name}' from config '${file}'`);
    const notice: TransportNotice = (level, text) => log[level](`[RobotInterface] ${text}`);
    const opening = openTransport(network.protocol, `uri interface '${name}'`, transportSection(network), notice);
    // A session may wait for its router for ever.
    const transport = await orAborted(opening, stop.signal);
    if (transport === undefined) {
      opening.then((late) => late.close(), () => {});
      log.info(`${say} interrupted before it was connected`);
      return ExitCode.Ok;
    }
    try {
      const looks = new InterfaceLooks();
      const view = await openInterfaceView(looks, config, options.view, lines, log);
      const worker = { link, clock, looks };
      return await new RobotInterface(config, options, log, transport, worker).run(stop.signal)
        .finally(() => view?.close());
    } finally {
      await transport.close();
    }
  } finally {
    stop.dispose();
  }
}
