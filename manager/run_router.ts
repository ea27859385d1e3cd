import { listenForStop } from "../core/listen_for_stop.ts";
import { Logger } from "../core/log/logger.ts";
import { Libc } from "../core/posix/libc.ts";
import { ExitCode } from "../core/exit_code.ts";
import type { RunOptions } from "../core/run_options.ts";

/** What the command line says of a router. */
export interface RunRouterOptions extends Pick<RunOptions, "forSeconds" | "logLevel" | "logFormat"> {
  /** Its configuration, JSON5; the one that the program carries when not given. */
  config?: string;
}

/**
 * `uri router`: runs a Zenoh router until SIGINT, SIGTERM, SIGHUP or for the given time; resolves to the exit code. Unlike a manager,
 * which takes the router that it finds, it refuses to be a second one. Errors: `ConfigError`, `TransportError`, `RunFailure`.
 */
export async function runRouter(options: RunRouterOptions): Promise<number> {
  const log = new Logger({ level: options.logLevel, format: options.logFormat, source: "router" });
  const stop = listenForStop(
    (_, number) => log.warning(`Caught signal ${number}`),
    (code) => new Libc().call._exit(code),
  );
  try {
    const [{ loadRouterConfig }, { startRouter }, { RunFailure }] = await Promise.all([
      import("./config/load_router_config.ts"),
      import("../comm/zenoh/start_router.ts"),
      import("../core/run_failure.ts"),
    ]);
    const { file = "zenoh_router.json5 of the program", text } = await loadRouterConfig(options.config);
    const router = await startRouter(text, file);
    try {
      if (router.reused !== "") {
        throw new RunFailure(
          `starting the Zenoh router: it would be a second one, the only one was wanted (${router.reused}); stop the other, or change listen.endpoints`,
        );
      }
      log.info(`[ZenohRouter] Starting from config '${file}'`);
      const ready = `[ZenohRouter] ${router.id} listens on ${router.locators.join(", ") || "nothing"}`;
      log.success(
        router.remoteApi === undefined
          ? `${ready}, without a remote API`
          : `${ready}, remote API on ${router.remoteApi}`,
      );
      await untilStopped(stop.signal, options.forSeconds);
    } finally {
      await router.close();
    }
    log.info("[ZenohRouter] Stopped");
    return ExitCode.Ok;
  } finally {
    stop.dispose();
  }
}

/** Resolves at the signal, or after so many seconds. */
function untilStopped(signal: AbortSignal, seconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = seconds === undefined ? undefined : setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
