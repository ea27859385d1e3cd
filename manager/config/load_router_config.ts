import { ConfigProblems } from "../../core/config_problems.ts";
import { type InstallPrefix, installPrefix } from "../../core/install_prefix.ts";
import type { ZenohRouterConfig } from "../../schemas/manager_config.ts";

/**
 * Configuration of a Zenoh router: of `file`, checked. Without one: `share/unified_robot_interface/zenoh_router.json5` of the installation where
 * somebody has changed it, and otherwise what the program carries, which is the same. Rejects with a `ConfigError` that names file, line and key.
 */
export async function loadRouterConfig(
  file: string | undefined,
  installation: InstallPrefix = installPrefix(),
): Promise<ZenohRouterConfig> {
  if (file !== undefined) return await loadFile(file);
  const own = await Deno.readTextFile(new URL("../../packaging/zenoh_router.json5", import.meta.url));
  const installed = `${installation.prefix}/share/unified_robot_interface/zenoh_router.json5`;
  if (installation.prefix === undefined || await isOwn(installed, own)) return { text: own };
  return await loadFile(installed);
}

/** Whether the file says what `own` says, or is not there. One that cannot be read is another one: reading it tells why. */
async function isOwn(file: string, own: string): Promise<boolean> {
  try {
    return (await Deno.stat(file)).isFile && await Deno.readTextFile(file) === own;
  } catch (error) {
    return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
  }
}

async function loadFile(file: string): Promise<ZenohRouterConfig> {
  const problems = new ConfigProblems();
  const { checkZenohFile } = await import("../../schemas/zenoh/check_zenoh_file.ts");
  const text = await checkZenohFile(file, problems, ["router"]);
  problems.throwIfAny();
  return { file, text: text! };
}
