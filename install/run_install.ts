import { ExitCode } from "../core/exit_code.ts";
import { UsageError } from "../core/usage_error.ts";
import { checkPrefix } from "./check_prefix.ts";
import { describeInstallation } from "./describe_installation.ts";
import { explainFault } from "./explain_fault.ts";
import { hasFileCapability } from "./has_file_capability.ts";
import type { InstallFile } from "./install_file.ts";
import { layOut } from "./lay_out.ts";
import { readInstallArchive } from "./read_install_archive.ts";

/** What `uri install` is told. */
export interface RunInstallOptions {
  /** `--prefix`. */
  readonly prefix: string;
  /** `--force`: files of others are replaced. */
  readonly force: boolean;
  /** Files that the command line makes of itself: completions, manual page. */
  readonly generated: readonly InstallFile[];
  /** The variable `PATH`. */
  readonly path: string;
}

/** `uri install`: resolves to the exit code. Errors: `UsageError`, `RunFailure`. */
export async function runInstall(options: RunInstallOptions, write: (text: string) => void): Promise<number> {
  if (!Deno.build.standalone) {
    throw new UsageError(
      "Cannot install: this is uri run from its sources, the executable was wanted; use ./dev install, which builds it first",
    );
  }
  const executable = Deno.execPath().replace(/ \(deleted\)$/, "");
  try {
    const prefix = checkPrefix(options.prefix, "install");
    const hadRights = hasFileCapability(`${prefix}/bin/uri`);
    const files = [...await readInstallArchive(), ...options.generated];
    const result = layOut({ prefix, executable: "/proc/self/exe", files, force: options.force });
    write(describeInstallation(prefix, result, { path: options.path, hadRights }));
    return ExitCode.Ok;
  } catch (error) {
    const argv = [executable, "install", "--prefix", options.prefix, ...(options.force ? ["--force"] : [])];
    throw explainFault(error, "install", options.prefix.replace(/(?<=.)\/+$/, ""), argv);
  }
}
