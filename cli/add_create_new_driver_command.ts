import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { UsageError } from "../core/usage_error.ts";
import { PROJECT_LANGUAGES, type ProjectLanguage } from "../scaffold/project_language.ts";
import { parseChoice } from "./parse_choice.ts";
import { parseText } from "./parse_text.ts";

/** What the command line says about `uri create_new_driver`. */
export interface CreateNewDriverFlags {
  /** NAME. */
  name: string;
  /** FOLDER. */
  folder: string;
  /** `--language`. */
  language: ProjectLanguage;
  /** False with `--no-git`. */
  git: boolean;
  /** `--prefix`, from source only. */
  prefix?: string;
}

/** Adds `uri create_new_driver` to the program; `run` does what it does and resolves to the exit code, which `finish` gets. */
export function addCreateNewDriverCommand(
  program: Command,
  run: (flags: CreateNewDriverFlags) => Promise<number>,
  finish: (code: number) => void,
): void {
  const command = program.command("create_new_driver")
    .description("Create a project for the driver of a robot; it runs as it is, with a simulated stand-in")
    .argument("[name]", "name of the robot: letters and digits, e.g. MyRobot")
    .argument("[folder]", "where the project's folder is made (default: here)")
    .addOption(
      new Option("--language <language>", "language of the driver").choices(PROJECT_LANGUAGES)
        .argParser((text) => parseChoice("--language", PROJECT_LANGUAGES, text)).default("cpp"),
    )
    .option("--no-git", "do not make it a git repository");
  if (!Deno.build.standalone) {
    command.addOption(
      new Option(
        "--prefix <folder>",
        "from source only: the installation that the project is for (default: .dev/prefix)",
      ).argParser((text) => resolve(parseText("--prefix", "folder", text))),
    );
  }
  command
    .addHelpText("after", "\nMyRobot makes my_robot_driver/ with the class RobotDriverMyRobot.")
    .action(async (name: string | undefined, folder = ".", flags: Omit<CreateNewDriverFlags, "name" | "folder">) => {
      if (name === undefined) {
        throw new UsageError(
          "Cannot create a driver project: the name is missing, that of the robot was wanted; write uri create_new_driver MyRobot",
        );
      }
      finish(await run({ ...flags, name, folder: parseText("FOLDER", "folder", folder) }));
    });
}
