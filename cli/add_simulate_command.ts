import { type Command, Option } from "commander";
import type { RunOptions } from "../core/run_options.ts";
import { UsageError } from "../core/usage_error.ts";
import { addViewFlag } from "./add_view_flag.ts";
import { parseNewFile } from "./parse_new_file.ts";
import { parseText } from "./parse_text.ts";

/** The first bytes of every MCAP file. */
const MCAP_MAGIC = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);

/** What the command line says about `uri simulate`. */
export interface SimulateFlags extends RunOptions {
  /** `-c`: the scene. */
  config: string;
  /** `--check`: only load, and tell what the world is made of. */
  check: boolean;
  /** `--json`: that as JSON. */
  json: boolean;
  /** `--record`: file of a recording; absent: none is made. Its folder exists. */
  record?: string;
}

/**
 * Adds `uri simulate` to the program; `flags` adds those of every command that runs a loop, `run` does what it does and resolves to the exit code, which
 * `finish` gets.
 */
export function addSimulateCommand(
  program: Command,
  flags: (command: Command) => Command,
  run: (flags: SimulateFlags) => Promise<number>,
  finish: (code: number) => void,
): void {
  const command = addViewFlag(program.command("simulate"))
    .description("Simulate several robots in one world, each served to managers like a real one")
    .addOption(
      new Option("-c, --config <file>", "scene, required (see examples/two_arms/scene.yaml)")
        .argParser((text) => parseText("-c", "file", text)),
    )
    .option("--check", "load the scene, tell what belongs to what and what is left over, and end", false)
    .option("--json", "with --check: as one JSON document", false)
    .addOption(
      new Option("--record <file>", "write all States and Commands to an MCAP file (see docs/recording.md)")
        .argParser((text) => parseNewFile("--record", "recording", MCAP_MAGIC, text)),
    );
  flags(command).action(async (options: Omit<SimulateFlags, "config"> & { config?: string }) => {
    const { config } = options;
    if (config === undefined) {
      throw new UsageError(
        "Cannot run uri simulate: the scene is missing, a file was wanted; write uri simulate -c FILE",
      );
    }
    if (options.json && !options.check) {
      throw new UsageError(
        "Cannot run uri simulate: --json is for what --check tells, --check was wanted beside it; add it",
      );
    }
    if (options.record !== undefined && options.check) {
      throw new UsageError(
        "Cannot run uri simulate: --check lets no time pass, which --record wants to record; leave out one of them",
      );
    }
    if (options.record !== undefined && options.record === options.report) {
      throw new UsageError(
        `Cannot run uri simulate: '${options.record}' is the file of --record and of --report, two files were wanted; name another one`,
      );
    }
    finish(await run({ ...options, config }));
  });
}
