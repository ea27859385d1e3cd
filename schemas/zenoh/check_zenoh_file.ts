import type { ConfigProblems } from "../../core/config_problems.ts";
import { readConfigFile } from "../../core/read_config_file.ts";
import { checkZenohConfig } from "./check_zenoh_config.ts";

/**
 * Reads a file with a Zenoh configuration and checks it as {@link checkZenohConfig} does. Returns its text, or `undefined` when it cannot
 * be read; everything wrong is noted in `problems`.
 */
export async function checkZenohFile(
  file: string,
  problems: ConfigProblems,
  modes?: readonly string[],
): Promise<string | undefined> {
  // It is read again when the session is opened, which a pipe does not stand; and waiting for one cannot be interrupted.
  const info = await Deno.stat(file).catch(() => undefined);
  if (info !== undefined && !info.isFile && !info.isDirectory) {
    problems.add({ file, line: 0, column: 0 }, "", "cannot be read: it is no regular file; wanted one");
    return undefined;
  }
  const text = await readConfigFile(file, problems);
  if (text !== undefined) checkZenohConfig(text, file, problems, modes);
  return text;
}
