import { type Command, CommanderError } from "commander";
import { Cleanups } from "../core/cleanups.ts";
import { ExitCode } from "../core/exit_code.ts";
import { ExitWatch } from "../core/exit_watch.ts";
import { Logger, type LogLevel } from "../core/log/logger.ts";
import { UsageError } from "../core/usage_error.ts";
import { type CommandActions, createProgram } from "./create_program.ts";
import { deepenStack } from "./deepen_stack.ts";
import { explainUsage } from "./explain_usage.ts";
import { INSTALL_ACTIONS } from "./install_actions.ts";
import { findPageOpener } from "./find_page_opener.ts";
import { readDeadlinePeriod } from "./read_deadline_period.ts";
import { writeOut } from "./write_out.ts";

/** Errors that tell a user something, by name (they also come from workers, as copies), and their exit codes. */
const EXPECTED: ReadonlyMap<string, number> = new Map([
  ["UsageError", ExitCode.Usage],
  ["ConfigError", ExitCode.Usage],
  ["RunFailure", ExitCode.Failure],
  ["DriverError", ExitCode.Failure],
  ["ControllerError", ExitCode.Failure],
  ["TransportError", ExitCode.Failure],
]);

/** For a robot that is to be held, and processes that are to be ended, after a defect [ms]. */
const CLEANUP_PATIENCE_MS = 6000;

/** The commands, each loaded when it is asked for. */
const commandActions = (cleanups: Cleanups): CommandActions => ({
  async manager(options) {
    const deadlinePeriodNs = readDeadlinePeriod(Deno.env.get("MC_RT_FREQ"));
    return (await import("../manager/run_manager.ts")).runManager({
      ...options,
      cleanups,
      exits: new ExitWatch(),
      deadlinePeriodNs,
      deepenStack,
    });
  },
  async interface(options) {
    deepenStack();
    return (await import("../interface/run_interface.ts")).runInterface({
      ...options,
      cleanups,
      exits: new ExitWatch(),
    });
  },
  async viewer(flags) {
    deepenStack();
    const [{ runViewer }, { readViewedRobot }] = await Promise.all([
      import("../viewer/run_viewer.ts"),
      import("./read_viewed_robot.ts"),
    ]);
    return await runViewer({ ...flags, readRobot: readViewedRobot, cleanups, exits: new ExitWatch() });
  },
  async createNewDriver(flags) {
    const { runCreateNewDriver } = await import("../scaffold/run_create_new_driver.ts");
    return await runCreateNewDriver({ ...flags, environment: Deno.env.toObject() }, writeOut);
  },
  async router(options) {
    return (await import("../manager/run_router.ts")).runRouter(options);
  },
  async simulate({ check, json, ...options }) {
    const deadlinePeriodNs = readDeadlinePeriod(Deno.env.get("MC_RT_FREQ"));
    if (check) {
      const { checkScene } = await import("../simulate/check_scene.ts");
      return checkScene(options.config, json, writeOut, options.mujoco);
    }
    return (await import("../simulate/run_simulation.ts")).runSimulation({ ...options, cleanups, deadlinePeriodNs });
  },
  async demo(options) {
    const deadlinePeriodNs = readDeadlinePeriod(Deno.env.get("MC_RT_FREQ"));
    const openPage = findPageOpener({ isTerminal: Deno.stdout.isTerminal(), environment: Deno.env });
    return (await import("../manager/run_demo.ts")).runDemo({ ...options, openPage, cleanups, deadlinePeriodNs });
  },
  async bench(options) {
    return (await import("../bench/run_bench.ts")).runBench(options, writeOut);
  },
  async benchPeer(args) {
    return (await import("../bench/run_bench_peer.ts")).runBenchPeer(args, writeOut);
  },
  async scanDrivers(folder, skip) {
    (await import("../drivers/native/run_driver_scan.ts")).runDriverScan(folder, skip);
    return ExitCode.Ok;
  },
  async licenses() {
    await (await import("./print_licenses.ts")).printLicenses();
    return ExitCode.Ok;
  },
  ...INSTALL_ACTIONS,
});

/**
 * Runs the command that `args` (without the program's name) asks for, and resolves to the exit code. It does not reject: what a
 * user can mend is one line on the standard error, anything else is reported as a defect of the program.
 */
export async function runCommandLine(args: readonly string[], actions?: CommandActions): Promise<number> {
  const cleanups = new Cleanups();
  const { promise: defect, resolve } = Promise.withResolvers<number>();
  // An error that no one waits for would end the program with a stack trace.
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    resolve(explain(event.error, args));
  };
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    resolve(explain(event.reason, args));
  };
  globalThis.addEventListener("error", onError);
  globalThis.addEventListener("unhandledrejection", onRejection);
  try {
    const isDefect = defect.then(async (code) => {
      await cleanups.run(CLEANUP_PATIENCE_MS);
      return code;
    });
    return await Promise.race([parse(args, actions ?? commandActions(cleanups)), isDefect]);
  } finally {
    globalThis.removeEventListener("error", onError);
    globalThis.removeEventListener("unhandledrejection", onRejection);
  }
}

async function parse(args: readonly string[], actions: CommandActions): Promise<number> {
  let code: number = ExitCode.Ok;
  const program = createProgram(actions, (given) => code = given);
  let active: Command = program;
  for (const command of program.commands) {
    command.exitOverride((error) => {
      active = command;
      throw error;
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return explain(error, args);
    if (error.exitCode === 0) return ExitCode.Ok;
    // No command at all: the help is already printed.
    if (error.code === "commander.help") return ExitCode.Usage;
    return explain(new UsageError(explainUsage(error, active), { cause: error }), args);
  }
}

/** Logs an error as a user should see it, and returns the exit code. */
function explain(error: unknown, args: readonly string[]): number {
  const flag = (name: string) => {
    const at = args.findLastIndex((each) => each === name || each.startsWith(`${name}=`));
    return at < 0 ? undefined : args[at].includes("=") ? args[at].slice(name.length + 1) : args[at + 1];
  };
  const level: LogLevel = flag("--log-level") === "debug" ? "debug" : "error";
  const log = new Logger({ level, format: flag("--log-format") === "json" ? "json" : "text", source: "uri" });
  const { name, message, stack } = error instanceof Error ? error : { name: "", message: `${error}`, stack: undefined };
  const code = EXPECTED.get(name);
  if (code !== undefined) {
    log.error(message);
    return code;
  }
  log.error(
    `${name || "Failure"}: ${
      message.replaceAll("\n", " ").replace(/\.$/, "")
    }; this is a defect of uri, please report it`,
  );
  if (stack !== undefined) log.debug(stack);
  return ExitCode.Failure;
}
