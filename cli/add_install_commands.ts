import { Argument, type Command, Option } from "commander";
import { parseChoice } from "./parse_choice.ts";
import { parseText } from "./parse_text.ts";

/** What the commands around an installation do; each resolves to an exit code. */
export interface InstallActions {
  /** `uri install`. */
  install(options: { prefix: string; force: boolean }, program: Command): Promise<number>;
  /** `uri uninstall`. */
  uninstall(options: { prefix?: string }): Promise<number>;
  /** `uri completions`. */
  completions(shell: "bash" | "zsh" | "fish", program: Command): Promise<number>;
}

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Adds `install`, `uninstall` and `completions` to the command line. */
export function addInstallCommands(program: Command, actions: InstallActions, finish: (code: number) => void): void {
  const prefix = (text: string) =>
    new Option("--prefix <folder>", text).argParser((given) => parseText("--prefix", "folder", given));
  program.command("install")
    .description("Install this program, with headers, CMake files, examples and completions")
    .addOption(prefix("where to, an absolute folder").default("/usr/local"))
    .option("--force", "replace files of others")
    .addHelpText("after", "\nOver an older version it replaces that. PREFIX/lib/robot_interface takes drivers.")
    .action(async (options: { prefix: string; force?: boolean }) =>
      finish(await actions.install({ prefix: options.prefix, force: options.force ?? false }, program))
    );

  program.command("uninstall")
    .description("Remove what install has put there, and nothing else")
    .addOption(prefix("from where (default: this program's installation, else /usr/local)"))
    .action(async (options: { prefix?: string }) => finish(await actions.uninstall(options)));

  program.command("completions")
    .description("Print the completion of the command line for a shell")
    .addArgument(
      new Argument("<shell>", "the shell").choices(SHELLS).argParser((text) => parseChoice("SHELL", SHELLS, text)),
    )
    .addHelpText("after", "\nFor example in ~/.bashrc: source <(uri completions bash)")
    .action(async (shell: (typeof SHELLS)[number]) => finish(await actions.completions(shell, program)));
}
