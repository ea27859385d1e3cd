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
  const text = await readConfigFile(file, problems);
  if (text !== undefined) checkZenohConfig(text, file, problems, modes);
  return text;
}
