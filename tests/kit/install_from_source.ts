import { shellQuote } from "../../core/shell_quote.ts";
import { layOut } from "../../install/lay_out.ts";
import { collectInstallFiles } from "../../tools/collect_install_files.ts";
import { uriCommands } from "../uri_command.ts";

/** Commands that are told of the installation when they run from source. */
const TOLD = "manager | interface | viewer | create_new_driver";

/**
 * Installs in the folder `prefix`, which is made, as `uri install` does, with a `bin/uri` that runs the program from source: with headers, CMake
 * files and everything else. Returns the path of that `bin/uri`.
 */
export function installFromSource(prefix: string): string {
  const script = Deno.makeTempFileSync();
  const flag = shellQuote(["--prefix", prefix]);
  Deno.writeTextFileSync(
    script,
    `#!/bin/sh
command=$1
case $command in ${TOLD}) shift; set -- "$command" ${flag} "$@" ;; esac
exec ${shellQuote(uriCommands()[0].argv)} "$@"
`,
  );
  try {
    Deno.mkdirSync(prefix, { recursive: true });
    layOut({ prefix, executable: script, files: collectInstallFiles(), force: false });
  } finally {
    Deno.removeSync(script);
  }
  return `${prefix}/bin/uri`;
}
