import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { TerminalTable } from "../core/log/terminal_table.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SystemClock } from "../core/system_clock.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { loadManagerConfig } from "./config/load_manager_config.ts";
import { demoSummary } from "./demo_summary.ts";
import { liveTable } from "./live_table.ts";
import { RobotManager } from "./robot_manager.ts";
import { startManagerWorker } from "./start_manager_worker.ts";

const SECONDS = 10;

/**
 * `uri demo`: a simulated UR5e moves between postures for ten seconds, driven by a manager and an interface as two processes, with a live table
 * and a summary; resolves to the exit code. Errors: `ConfigError`, `TransportError`, `RunFailure`.
 */
export async function runDemo(options: RunOptions): Promise<number> {
  const file = decodeURIComponent(new URL("../examples/ur5e/mc_rtc.yaml", import.meta.url).pathname);
  const config = await loadManagerConfig(file, { modules: BUILT_IN_ROBOT_MODULES });
  const table = new TerminalTable(20);
  const decoder = new TextDecoder();
  const level = options.logLevel === "info" ? "warning" : options.logLevel;
  const write = (bytes: Uint8Array) => table.log(decoder.decode(bytes));
  const log = new Logger({ level, format: options.logFormat, source: "demo", write });
  const stop = listenForStop(() => {}, (code) => new Libc().call._exit(code));
  const sideFile = Deno.makeTempFileSync({ prefix: "uri-demo-", suffix: ".json" });
  const robot = config.robots[0];
  const title =
    `uri demo: ${robot.name} (${robot.module.name}) under physics, moved by the controller '${config.controller}'`;
  table.log("Two processes are starting: the manager and the interface of the robot…\n");
  const clock = new SystemClock();
  const link = startManagerWorker(clock, (level, text) => log[level](`[RobotManager] ${text}`));
  const forSeconds = options.forSeconds ?? SECONDS;
  const manager = new RobotManager(config, { ...options, forSeconds, logLevel: level }, log, { link, clock }, {
    onLook: (view) => table.draw(liveTable(view, title)),
    interfaceArguments: () => ["--log-level", level === "warning" ? "error" : level, "--report", sideFile],
  });
  try {
    const code = await manager.run(stop.signal);
    const side = Deno.readTextFileSync(sideFile);
    if (manager.report !== undefined) {
      table.log(demoSummary(manager.report, robot.name, side === "" ? undefined : JSON.parse(side)).join("\n") + "\n");
    }
    return code;
  } finally {
    stop.dispose();
    Deno.removeSync(sideFile);
  }
}
