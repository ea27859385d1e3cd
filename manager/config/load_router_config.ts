import { ConfigProblems } from "../../core/config_problems.ts";
import type { ZenohRouterConfig } from "../../schemas/manager_config.ts";

/**
 * Configuration of a Zenoh router: of `file`, checked, or without one what the program carries. Rejects with a `ConfigError` that names
 * file, line and key.
 */
export async function loadRouterConfig(file: string | undefined): Promise<ZenohRouterConfig> {
  const problems = new ConfigProblems();
  if (file === undefined) {
    const own = new URL("../../packaging/zenoh_router.json5", import.meta.url);
    return { text: await Deno.readTextFile(own) };
  }
  const { checkZenohFile } = await import("../../schemas/zenoh/check_zenoh_file.ts");
  const text = await checkZenohFile(file, problems, ["router"]);
  problems.throwIfAny();
  return { file, text: text! };
}
