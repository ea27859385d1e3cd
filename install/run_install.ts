import { ExitCode } from "../core/exit_code.ts";
import { RunFailure } from "../core/run_failure.ts";
import { UsageError } from "../core/usage_error.ts";
import { checkPrefix } from "./check_prefix.ts";
import { describeInstallation } from "./describe_installation.ts";
import { explainFault } from "./explain_fault.ts";
import { hasFileCapability } from "./has_file_capability.ts";
import type { InstallFile } from "./install_file.ts";
import { layOut } from "./lay_out.ts";
import { unpackFiles } from "./unpack_files.ts";

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
    const files = [...unpackFiles(await readArchive()), ...options.generated];
    const result = layOut({ prefix, executable: "/proc/self/exe", files, force: options.force });
    write(describeInstallation(prefix, result, { path: options.path, hadRights }));
    return ExitCode.Ok;
  } catch (error) {
    const argv = [executable, "install", "--prefix", options.prefix, ...(options.force ? ["--force"] : [])];
    throw explainFault(error, "install", options.prefix.replace(/(?<=.)\/+$/, ""), argv);
  }
}

async function readArchive(): Promise<Uint8Array> {
  try {
    return await Deno.readFile(new URL("./files.zst", import.meta.url));
  } catch (error) {
    throw new RunFailure(
      "Cannot install: this executable does not carry the files of an installation, one that ./dev build has made was wanted; build it anew",
      { cause: error },
    );
  }
}
