import { ExitCode } from "../core/exit_code.ts";
import { installPrefix } from "../core/install_prefix.ts";
import { resolve } from "node:path";
import { describeProject } from "./describe_project.ts";
import { driverNames } from "./driver_names.ts";
import { initGit } from "./init_git.ts";
import { makeFolder } from "./make_folder.ts";
import { projectFiles } from "./project_files.ts";
import type { ProjectLanguage } from "./project_language.ts";

/** What `uri create_new_driver` is told. */
export interface RunCreateNewDriverOptions {
  /** NAME. */
  readonly name: string;
  /** FOLDER, in which the project's folder is made. */
  readonly folder: string;
  /** `--language`. */
  readonly language: ProjectLanguage;
  /** Whether the project becomes a git repository. */
  readonly git: boolean;
  /** `--prefix`, from source only. */
  readonly prefix?: string;
  /** Variables of the environment, for git, and `PATH` for messages. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Where `uri install` puts it when nothing is said. */
const USUAL_PREFIX = "/usr/local";

/** `uri create_new_driver`: resolves to the exit code. Errors: `UsageError`, `RunFailure`; nothing is left of the project then. */
export async function runCreateNewDriver(
  options: RunCreateNewDriverOptions,
  write: (text: string) => void,
): Promise<number> {
  const names = driverNames(options.name);
  const folder = resolve(options.folder, names.project);
  const installed = installPrefix(options.prefix).prefix;
  const prefix = installed ?? USUAL_PREFIX;
  const files = projectFiles(names, options.language, prefix);
  makeFolder(folder, files);
  const git = options.git ? await initGit(folder, options.environment) : "skipped (--no-git)";
  write(describeProject({
    folder,
    paths: files.map(({ path }) => path),
    git,
    names,
    language: options.language,
    prefix,
    isInstalled: installed !== undefined,
    givenPrefix: options.prefix,
    path: options.environment.PATH ?? "",
  }));
  return ExitCode.Ok;
}
