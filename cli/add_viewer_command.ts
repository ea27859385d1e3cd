import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { RunOptions } from "../core/run_options.ts";
import { UsageError } from "../core/usage_error.ts";
import { parseRate } from "./parse_rate.ts";
import { parseText } from "./parse_text.ts";

/** What the command line says about `uri viewer`. */
export interface ViewerFlags extends Pick<RunOptions, "forSeconds" | "logLevel" | "logFormat" | "prefix" | "mujoco"> {
  /** `-c`. */
  config: string;
  /** `-n`. */
  name?: string;
  /** `-r` [Hz]. */
  rate: number;
  /** `--json`. */
  json: boolean;
  /** `--once`. */
  once: boolean;
}

/** Adds `uri viewer` to the program and returns it; `run` does what it does and resolves to the exit code, which `finish` gets. */
export function addViewerCommand(
  program: Command,
  run: (flags: ViewerFlags) => Promise<number>,
  finish: (code: number) => void,
): Command {
  const command = program.command("viewer")
    .description("Load a driver plugin directly and display its live joint state (no manager, no network)")
    .addOption(
      new Option("-c, --config <file>", "configuration, required: with robot_interface, or that of a manager")
        .argParser((text) => parseText("-c", "file", text)),
    )
    .addOption(
      new Option("-n, --name <name>", "robot to show, where the file has several")
        .argParser((text) => parseText("-n", "name", text)),
    )
    .addOption(
      new Option("-r, --rate <hz>", "how often the display is renewed").argParser((text) => parseRate("-r", text))
        .default(10),
    )
    .option("--json", "print one JSON document a display window, each in one line")
    .option("--once", "show one window and end");
  if (!Deno.build.standalone) {
    command.addOption(
      new Option(
        "--prefix <folder>",
        "from source only: the installation whose plugins are used (default: .dev/prefix)",
      ).argParser((text) => resolve(parseText("--prefix", "folder", text))),
    );
  }
  return command
    .addHelpText("after", "\nNothing is ever sent to the robot. With --json the log goes to the standard error.")
    .action(async (flags: Omit<ViewerFlags, "config"> & { config?: string }) => {
      const { config, json = false, once = false } = flags;
      if (config === undefined) {
        throw new UsageError(
          "Cannot run uri viewer: the configuration is missing, a file was wanted; write uri viewer -c FILE",
        );
      }
      finish(await run({ ...flags, config, json, once }));
    });
}
