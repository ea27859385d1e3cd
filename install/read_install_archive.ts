import { RunFailure } from "../core/run_failure.ts";
import type { InstallFile } from "./install_file.ts";
import { unpackFiles } from "./unpack_files.ts";

/** The files of an installation that an executable carries, for `uri install`. Rejects with a `RunFailure` where there are none, as in the sources. */
export async function readInstallArchive(): Promise<InstallFile[]> {
  try {
    return unpackFiles(await Deno.readFile(new URL("./files.zst", import.meta.url)));
  } catch (error) {
    throw new RunFailure(
      "Cannot read the files of an installation: this program does not carry them, one that ./dev build has made was wanted; build it anew",
      { cause: error },
    );
  }
}
