import type { Command } from "commander";
import { VERSION } from "../../core/version.ts";
import type { InstallFile } from "../../install/install_file.ts";
import { bashCompletion } from "./bash_completion.ts";
import { commandShape } from "./command_shape.ts";
import { fishCompletion } from "./fish_completion.ts";
import { manPage } from "./man_page.ts";
import { zshCompletion } from "./zsh_completion.ts";

/** What an installation has of the command line: completions for each shell, and the manual page, where these look for them. */
export function generatedFiles(program: Command): InstallFile[] {
  const shape = commandShape(program);
  const texts = {
    "share/bash-completion/completions/uri": bashCompletion(shape),
    "share/fish/vendor_completions.d/uri.fish": fishCompletion(shape),
    "share/man/man1/uri.1": manPage(shape, VERSION),
    "share/zsh/site-functions/_uri": zshCompletion(shape),
  };
  return Object.entries(texts).map(([path, text]) => ({ path, content: new TextEncoder().encode(text) }));
}
