import { basename } from "node:path";
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
  /** Where this program is installed, or should be. */
  readonly prefix: string;
  /** Whether it is known to be there. */
  readonly isInstalled: boolean;
  /** `--prefix`, when it was given. */
  readonly givenPrefix?: string;
  /** The variable `PATH`. */
  readonly path: string;
}

/** What a user reads about a new project: where it is, what is in it, and what to do next. */
export function describeProject(project: MadeProject): string {
  const { folder, paths, git, names, language } = project;
  const uri = ownCommand(uriOf(project), project.givenPrefix, project.path);
  const source = fillTemplate(LANGUAGE_PLANS[language].values.SOURCE, { CLASS: names.className });
  const run = (...words: string[]) => `     ${uri(words)}`;
  const enter = `     cd ${shellQuote([folder])}`;
  const see = run("viewer", "-c", "etc/robot_interface.yaml", "--once");
  const move = run("manager", "-c", "etc/mc_rtc.yaml", "--live");
  const first = language === "ts"
    ? ["  1. Go there, and see its joints: it runs as it is", enter, see, "  2. Move them", move]
    : [
      "  1. Build and install it: it runs as it is",
      enter,
      ...buildSteps(project),
      "  2. See its joints, then move them",
      see,
      move,
    ];
  return [
    `Created new driver project: ${folder}`,
    "",
    fileTree(basename(folder), paths),
    "",
    `Git repository: ${git}`,
    "",
    "Next steps:",
    ...first,
    `  3. Make it your robot's: README.md tells how; joints in etc/${names.snake}.yaml, SDK calls in ${source}`,
    "",
  ].join("\n");
}

function buildSteps({ prefix }: MadeProject): string[] {
  const cmake = `cmake -B build -DCMAKE_PREFIX_PATH=${shellQuote([prefix])}`;
  return [
    // The headers come with an installation.
    ...(hasHeaders(prefix) ? [] : [`     ${installation(prefix)}`]),
    `     ${cmake} && cmake --build build && cmake --install build`,
  ];
}

/** The executable that finds what was built; a module is found by any. */
function uriOf({ prefix, isInstalled, language }: MadeProject): string | undefined {
  return isInstalled || language !== "ts" ? `${prefix}/bin/uri` : undefined;
}

function hasHeaders(prefix: string): boolean {
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
