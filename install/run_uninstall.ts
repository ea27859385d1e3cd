import { ExitCode } from "../core/exit_code.ts";
import { installPrefix } from "../core/install_prefix.ts";
import { checkPrefix } from "./check_prefix.ts";
import { explainFault } from "./explain_fault.ts";
import { INSTALL_MANIFEST_PATH } from "./install_manifest.ts";
import { takeAway } from "./take_away.ts";

/** What `uri uninstall` is told. */
export interface RunUninstallOptions {
  /** `--prefix`; absent: the installation that this program is part of, or else that in `/usr/local`. */
  readonly prefix?: string;
}

/** `uri uninstall`: resolves to the exit code. Errors: `UsageError`, `RunFailure`. */
export function runUninstall(options: RunUninstallOptions, write: (text: string) => void): number {
  const wanted = options.prefix ?? ownPrefix() ?? "/usr/local";
  try {
    const prefix = checkPrefix(wanted, "uninstall");
    const { version, removed, changed, filled } = takeAway(prefix);
    const lines = [`uri ${version} is no longer installed in ${prefix}: ${removed} files are removed`];
    if (changed.length > 0) lines.push("These stay, as somebody has changed them:", ...indented(prefix, changed));
    // A folder stays for what is in it: naming the innermost ones tells all.
    const inner = filled.filter((path) =>
      path !== "." && !filled.some((other) => other !== path && other.startsWith(`${path}/`))
    );
    if (inner.length > 0) {
      lines.push("These folders stay, as they hold something of others:", ...indented(prefix, inner));
    }
    write(`${lines.join("\n")}\n`);
    return ExitCode.Ok;
  } catch (error) {
    const argv = [
      Deno.build.standalone ? Deno.execPath() : "uri",
      "uninstall",
      ...(options.prefix === undefined ? [] : ["--prefix", options.prefix]),
    ];
    throw explainFault(error, "uninstall", wanted.replace(/(?<=.)\/+$/, ""), argv);
  }
}

/** The prefix of this program, when an installation has put it there. */
function ownPrefix(): string | undefined {
  if (!Deno.build.standalone) return undefined;
  const { prefix } = installPrefix();
  if (prefix === undefined) return undefined;
  try {
    return Deno.statSync(`${prefix}/${INSTALL_MANIFEST_PATH}`).isFile ? prefix : undefined;
  } catch {
    return undefined; // there is none, or it cannot be seen
  }
}

function indented(prefix: string, paths: readonly string[]): string[] {
  return paths.map((path) => `  ${prefix}/${path}`);
}
