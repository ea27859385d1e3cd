import { basename } from "node:path";
import type { InstallPrefix } from "../core/install_prefix.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { DriverNames } from "./driver_names.ts";
import { fileTree } from "./file_tree.ts";
import { LANGUAGE_PLANS } from "./language_plans.ts";
import { fillTemplate } from "./fill_template.ts";
import { ownCommand } from "./own_command.ts";
import type { ProjectLanguage } from "./project_language.ts";

/** A project that was made. */
export interface MadeProject {
  /** Its folder. */
  readonly folder: string;
  /** Its files, from there. */
  readonly paths: readonly string[];
  /** What became of the git repository. */
  readonly git: string;
  /** Its names. */
  readonly names: DriverNames;
  /** Its language. */
  readonly language: ProjectLanguage;
  /** Where this program is installed. */
  readonly installation: InstallPrefix;
  /** `--prefix`, when it was given. */
  readonly givenPrefix?: string;
  /** The variable `PATH`. */
  readonly path: string;
}

/** What a user reads about a new project: where it is, what is in it, and what to do next. */
export function describeProject(project: MadeProject): string {
  const { folder, paths, git, names, language } = project;
  const uri = ownCommand(project.installation, project.givenPrefix, project.path);
  const source = fillTemplate(LANGUAGE_PLANS[language].values.SOURCE, { CLASS: names.className });
  const run = (...words: string[]) => `     ${uri(words)}`;
  return [
    `Created new driver project: ${folder}`,
    "",
    fileTree(basename(folder), paths),
    "",
    `Git repository: ${git}`,
    "",
    "Next steps:",
    "  1. " +
    (language === "ts" ? "Go there, and see its joints: it runs as it is" : "Build and install it: it runs as it is"),
    `     cd ${shellQuote([folder])}`,
    ...(language === "ts" ? [run("viewer", "-c", "etc/robot_interface.yaml", "--once")] : buildSteps(project)),
    language === "ts" ? "  2. Move them" : "  2. See its joints, then move them",
    ...(language === "ts" ? [] : [run("viewer", "-c", "etc/robot_interface.yaml", "--once")]),
    run("manager", "-c", "etc/mc_rtc.yaml", "--live"),
    `  3. Make it your robot's: README.md tells how; joints in etc/${names.snake}.yaml, SDK calls in ${source}`,
    "",
  ].join("\n");
}

function buildSteps({ installation: { prefix, reason } }: MadeProject): string[] {
  if (prefix === undefined) {
    return [
      `     # uri is not installed: ${reason}`,
      "     cmake -B build -DCMAKE_PREFIX_PATH=DIR && cmake --build build && cmake --install build",
    ];
  }
  const cmake = `cmake -B build -DCMAKE_PREFIX_PATH=${shellQuote([prefix])}`;
  return [
    ...(isInstalled(prefix) ? [] : [`     # the headers of uri are not there yet: ${installation(prefix)}`]),
    `     ${cmake} && cmake --build build && cmake --install build`,
  ];
}

function isInstalled(prefix: string): boolean {
  try {
    return Deno.statSync(`${prefix}/lib/cmake/unified_robot_interface`).isDirectory;
  } catch {
    return false;
  }
}

function installation(prefix: string): string {
  const program = Deno.build.standalone
    ? [Deno.execPath().replace(/ \(deleted\)$/, "")]
    : [decodeURIComponent(new URL("../dev", import.meta.url).pathname)];
  return shellQuote([...program, "install", "--prefix", prefix]);
}
