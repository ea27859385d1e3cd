import { resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import type { RunOptions } from "../core/run_options.ts";
import { UsageError } from "../core/usage_error.ts";
import { VERSION } from "../core/version.ts";
import { addCreateNewDriverCommand, type CreateNewDriverFlags } from "./add_create_new_driver_command.ts";
import { addDefaultViewFlag } from "./add_default_view_flag.ts";
import { addInstallCommands, type InstallActions } from "./add_install_commands.ts";
import { addLockstepFlag } from "./add_lockstep_flag.ts";
import { addMujocoFlag } from "./add_mujoco_flag.ts";
import { addViewFlag } from "./add_view_flag.ts";
import { addViewerCommand, type ViewerFlags } from "./add_viewer_command.ts";
import { addSimulateCommand, type SimulateFlags } from "./add_simulate_command.ts";
import { parseChoice } from "./parse_choice.ts";
import { parseNewFile } from "./parse_new_file.ts";
import { parseSeconds } from "./parse_seconds.ts";
import { parseText } from "./parse_text.ts";
import { writeOut } from "./write_out.ts";

const REALTIME = ["enforce", "try", "off"] as const;
const LOG_LEVELS = ["error", "warning", "info", "debug"] as const;
const LOG_FORMATS = ["text", "json"] as const;
const BENCHES = ["loop", "link", "codec", "sim", "robots", "plugins", "view"] as const;

/** What each command of the program does; each resolves to an exit code. */
export interface CommandActions extends InstallActions {
  /** `uri manager`. */
  manager(options: RunOptions & { config: string; live?: boolean }): Promise<number>;
  /** `uri interface`. */
  interface(options: RunOptions & { config?: string; name?: string; autostarted?: number }): Promise<number>;
  /** `uri viewer`. */
  viewer(flags: ViewerFlags): Promise<number>;
  /** `uri create_new_driver`. */
  createNewDriver(flags: CreateNewDriverFlags): Promise<number>;
  /** `uri router`. */
  router(options: Pick<RunOptions, "forSeconds" | "logLevel" | "logFormat"> & { config?: string }): Promise<number>;
  /** `uri simulate`. */
  simulate(options: SimulateFlags): Promise<number>;
  /** `uri demo`. */
  demo(options: RunOptions): Promise<number>;
  /** `uri bench`. */
  bench(options: { benches: string[]; json: boolean }): Promise<number>;
  /** `uri bench-peer`: the other process of a benchmark; `args` tell which. */
  benchPeer(args: string[]): Promise<number>;
  /** `uri scan-drivers`: looks at driver libraries, for another process. */
  scanDrivers(folder: string, skip: readonly string[]): Promise<number>;
  /** `uri licenses`. */
  licenses(): Promise<number>;
}

/**
 * The whole command line: names, flags, help. `finish` gets the exit code of the command that ran.
 * Parsing throws a `CommanderError`, or a `UsageError` for a value.
 */
export function createProgram(actions: CommandActions, finish: (code: number) => void): Command {
  const program = new Command("uri")
    .description("uri: unified robot interface")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help of a command")
    .configureOutput({ writeOut, outputError: () => {} })
    .exitOverride();

  addLockstepFlag(runFlags(
    addViewFlag(
      program.command("manager")
        .description("Run the robot manager: the controller and one proxy per robot")
        .option("-c, --config <file>", "configuration, required (see examples/ur5e/mc_rtc.yaml)", textOf("-c", "file"))
        .option("--live", "draw a live table of joints, loop and link"),
    ),
  )).addHelpText(
    "after",
    "\nThe variable MC_RT_FREQ sets the period of the SCHED_DEADLINE reservation [ms], 1 by default.",
  )
    .action(async (options: RunOptions & { config?: string; live?: boolean }) => {
      const { config } = options;
      if (config === undefined) {
        throw new UsageError(
          "Cannot run uri manager: the configuration is missing, a file was wanted; write uri manager -c FILE",
        );
      }
      finish(await actions.manager({ ...options, config }));
    });

  runFlags(
    addViewFlag(program.command("interface"))
      .description("Run the robot-side interface of one robot (loads its driver)")
      .option("-c, --config <file>", "configuration: name and network_interface", textOf("-c", "file"))
      .option("-n, --name <name>", "robot name, goes before the one in the file", textOf("-n", "name"))
      // Given by a manager that starts an interface, and by nobody else.
      .addOption(new Option("--autostarted <pid>").argParser(Number).hideHelp()),
  ).addHelpText("after", "\nWith -n alone: /etc/uri/NAME.yaml, or else /etc/uri/interface.yaml, or else the defaults.")
    .action(async (options: RunOptions & { config?: string; name?: string; autostarted?: number }) => {
      if (options.config === undefined && options.name === undefined) {
        throw new UsageError(
          "Cannot run uri interface: configuration and name are missing, one of them was wanted; " +
            "write uri interface -c FILE, or uri interface -n NAME",
        );
      }
      finish(await actions.interface(options));
    });

  addMujocoFlag(logFlags(forFlag(addViewerCommand(program, (flags) => actions.viewer(flags), finish))));
  addCreateNewDriverCommand(program, (flags) => actions.createNewDriver(flags), finish);

  logFlags(
    forFlag(
      program.command("router")
        .description("Run a Zenoh router alone: as a service, or on a computer of its own")
        .option(
          "-c, --config <file>",
          "Zenoh configuration, JSON5 (default: that of the manager's router)",
          textOf("-c", "file"),
        ),
    ),
  ).addHelpText(
    "after",
    "\nWithout -c it listens on tcp/127.0.0.1:9562, with a remote API on ws://127.0.0.1:10000: for this computer alone.",
  )
    .action(async (options: Parameters<CommandActions["router"]>[0]) => finish(await actions.router(options)));

  addSimulateCommand(
    program,
    (command) => addLockstepFlag(runFlags(command)),
    (options) => actions.simulate(options),
    finish,
  );

  addLockstepFlag(runFlags(
    addDefaultViewFlag(
      program.command("demo").description("Run a simulated UR5e: manager and interface for ten seconds"),
    ),
  ))
    .action(async (options: RunOptions) => finish(await actions.demo(options)));

  program.command("bench")
    .description("Measure this computer and the program")
    .addArgument(
      new Argument("[names...]", "what to measure (default: all)")
        .choices(BENCHES)
        .argParser((
          text: string,
          before: string[] | undefined,
        ) => [...(before ?? []), parseChoice("NAME", BENCHES, text)]),
    )
    .option("--json", "print one JSON document")
    .action(async (names: string[] | undefined, options: { json?: boolean }) => {
      // A name given twice is measured once; none means all.
      const benches = [...new Set(names?.length ? names : BENCHES)];
      finish(await actions.bench({ benches, json: options.json ?? false }));
    });

  // Started by uri bench itself; nobody types it.
  program.command("bench-peer", { hidden: true })
    .argument("<args...>")
    .action(async (args: string[]) => finish(await actions.benchPeer(args)));

  // Started by the loader of drivers; nobody types it.
  program.command("scan-drivers", { hidden: true })
    .argument("<folder>")
    .argument("[skip...]")
    .action(async (folder: string, skip: string[] | undefined) =>
      finish(await actions.scanDrivers(folder, skip ?? []))
    );

  program.command("licenses")
    .description("Print the licence, and those of everything that the program contains")
    .action(async () => finish(await actions.licenses()));
  addInstallCommands(program, actions, finish);
  return program;
}

/** How every report begins. */
const REPORT_BEGINS = '{\n  "role": "';

/** The flags of every command that runs a control loop. */
function runFlags(command: Command): Command {
  if (!Deno.build.standalone) command.addOption(prefixOption());
  return addMujocoFlag(logFlags(
    forFlag(command)
      .addOption(
        new Option("--report <file>", "write the figures of the run as JSON")
          .argParser((text) => parseNewFile("--report", "report", REPORT_BEGINS, text)),
      )
      .addOption(choice("--realtime", "mode", "real-time scheduling", REALTIME, "try")),
  ));
}

/** The flag that ends a run after a time; the option is called `forSeconds`. */
function forFlag(command: Command): Command {
  return command
    .addOption(
      new Option("--for <seconds>", "stop cleanly after this time").argParser((text) => parseSeconds("--for", text)),
    )
    .hook("preAction", (_this, action) => {
      const seconds = action.getOptionValue("for");
      if (seconds !== undefined) action.setOptionValue("forSeconds", seconds);
      action.setOptionValue("for", undefined);
    });
}

function logFlags(command: Command): Command {
  return command
    .addOption(choice("--log-level", "level", "what is logged", LOG_LEVELS, "info"))
    .addOption(choice("--log-format", "format", "form of the log lines", LOG_FORMATS, "text"));
}

/** An executable has its installation; the sources are told of one. */
function prefixOption(): Option {
  return new Option(
    "--prefix <folder>",
    "from source only: the installation whose plugins are used (default: .dev/prefix)",
  )
    .argParser((text) => resolve(parseText("--prefix", "folder", text)));
}

function choice<T extends string>(flag: string, value: string, text: string, choices: readonly T[], preset: T): Option {
  return new Option(`${flag} <${value}>`, text)
    .choices(choices)
    .argParser((given) => parseChoice(flag, choices, given))
    .default(preset);
}

function textOf(flag: string, what: string): (text: string) => string {
  return (text) => parseText(flag, what, text);
}
