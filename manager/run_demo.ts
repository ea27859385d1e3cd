import { dirname } from "node:path";
import { logTaken } from "../core/log/log_taken.ts";
import { listenForStop } from "../core/listen_for_stop.ts";
import { LogLines } from "../core/log/log_lines.ts";
import { Libc } from "../core/posix/libc.ts";
import type { RunOptions } from "../core/run_options.ts";
import { SystemClock } from "../core/system_clock.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { loadManagerConfig } from "./config/load_manager_config.ts";
import { demoSummary } from "./demo_summary.ts";
import { DemoWorld } from "./lockstep/demo_world.ts";
import { LiveLog } from "./live_log.ts";
import { openManagerView } from "./open_manager_view.ts";
import { RobotManager } from "./robot_manager.ts";
import { startManagerWorker } from "./start_manager_worker.ts";

const SECONDS = 10;

/**
 * `uri demo`: a simulated UR5e moves between postures for ten seconds, driven by a manager and an interface as two processes, with a live table
 * and a summary; in lock step by a manager and a world, as fast as that goes. Resolves to the exit code. Errors: `ConfigError`, `TransportError`, `RunFailure`.
 * `openPage` opens its view in a browser, where there is one.
 */
export async function runDemo(options: RunOptions & { openPage?: (url: string) => void }): Promise<number> {
  const file = decodeURIComponent(new URL("../examples/ur5e/mc_rtc.yaml", import.meta.url).pathname);
  const loaded = await loadManagerConfig(file, { modules: BUILT_IN_ROBOT_MODULES });
  const config = options.lockstep ? DemoWorld.withoutInterfaces(loaded) : loaded;
  const robot = config.robots[0];
  const title =
    `uri demo: ${robot.name} (${robot.module.name}) under physics, moved by the controller '${config.controller}'`;
  const level = options.logLevel === "info" ? "warning" : options.logLevel;
  const lines = new LogLines();
  const live = new LiveLog(title, level, options.logFormat, options.view && lines.add);
  const log = live.log;
  const stop = listenForStop(() => {}, (code) => new Libc().call._exit(code));
  const sideFile = Deno.makeTempFileSync({ prefix: "uri-demo-", suffix: ".json" });
  const other = options.lockstep ? "its world, in lock step" : "the interface of the robot";
  live.say([`Two processes are starting: the manager and ${other}…`]);
  const clock = new SystemClock();
  const link = startManagerWorker(clock, (level, text) => logTaken(log, level, `[RobotManager] ${text}`));
  const forSeconds = options.forSeconds ?? SECONDS;
  const world = options.lockstep ? new DemoWorld(`${dirname(file)}/scene.yaml`, forSeconds, options) : undefined;
  const manager = new RobotManager(config, { ...options, forSeconds, logLevel: level }, log, { link, clock }, {
    // In lock step the run is over before a table could be read.
    onLook: options.lockstep ? undefined : (view) => live.draw(view),
    interfaceArguments: () => ["--log-level", level === "warning" ? "error" : level, "--report", sideFile],
  });
  try {
    const view = await openManagerView(manager.looks, title, options.view, lines, log);
    if (view !== undefined) live.say([`It is shown in a browser: ${view.url}`]);
    if (view !== undefined) options.openPage?.(view.url);
    const code = await manager.run(stop.signal).finally(() => view?.close());
    const side = Deno.readTextFileSync(sideFile);
    if (manager.report !== undefined) {
      live.say(demoSummary(manager.report, robot.name, side === "" ? undefined : JSON.parse(side)));
    }
    return code;
  } finally {
    stop.dispose();
    await world?.stop();
    Deno.removeSync(sideFile);
  }
}
