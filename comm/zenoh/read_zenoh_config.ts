import { ConfigProblems } from "../../core/config_problems.ts";
import { checkZenohFile } from "../../schemas/zenoh/check_zenoh_file.ts";

/**
 * The text of a Zenoh configuration, JSON5, from a file as `network_interface.configuration` names it: whoever opens a session passes
 * it on unchanged. Errors: `ConfigError` with file, line, column and key for a file that cannot be read, is no JSON5, has a key twice or
 * one that Zenoh does not know, or an unknown `mode`. Values of a wrong type are refused by Zenoh itself.
 */
export async function readZenohConfig(file: string): Promise<string> {
  const problems = new ConfigProblems();
  const text = await checkZenohFile(file, problems);
  problems.throwIfAny();
  return text!;
}
