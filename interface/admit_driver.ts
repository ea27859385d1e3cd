import { isAbsolute, join, sep } from "node:path";
import { quoted } from "../core/quoted.ts";
import { trustPath } from "../core/trust_path.ts";
import type { InterfaceConfig } from "../schemas/interface_config.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { pluginNameFault } from "../schemas/plugin_name_fault.ts";

/** What {@link admitDriver} found. */
export type AdmittedDriver =
  /** The driver may be loaded: its class name, or the real path of a module. */
  | {
    readonly driver: string;
    /** What the user should know of it. */
    readonly warning?: string;
  }
  /** It may not, and why. */
  | { readonly refusal: string };

/**
 * Whether an init query, which comes over a network, may name `driver`. A class name must be one. A module is code that this computer would run:
 * it must be the driver that the interface's own file names, as the file of an autostarted interface does, or a regular file in one of the
 * folders of its `module_path`; links and `..` are followed first, on both sides. A relative path is looked for in those folders, in their
 * order, and never in the working directory. A module in a folder must be one that nobody else can change, see `trustPath`; of the interface's own that
 * is told, as who wrote that file has named it.
 */
export async function admitDriver(
  driver: string,
  config: Pick<InterfaceConfig, "driver" | "file" | "modulePath">,
): Promise<AdmittedDriver> {
  if (!isModulePath(driver)) {
    const fault = pluginNameFault(driver);
    return fault === undefined ? { driver } : { refusal: `the driver name ${quoted(driver)} ${fault}` };
  }
  const { modulePath = [], file = "the interface's file (uri interface -c FILE)" } = config;
  const own = config.driver?.driver ?? "";
  const folders = (await Promise.all(modulePath.map(realPath))).filter((folder) => folder !== undefined);
  const ownFile = isModulePath(own) ? await realPath(own) : undefined;
  const candidates = isAbsolute(driver) ? [driver] : folders.map((folder) => join(folder, driver));
  for (const candidate of candidates) {
    const path = await realPath(candidate);
    if (path === undefined || !(path === ownFile || folders.some((folder) => isBelow(path, folder)))) continue;
    if (!isModulePath(path)) return { refusal: `${quoted(driver)} leads to ${quoted(path)}, which is no module` };
    if (!await isRegularFile(path)) return { refusal: `${quoted(driver)} is no file; wanted a module` };
    // The way by which it was named counts, with its links.
    const trusted = await trustPath(candidate);
    if (!("fault" in trusted)) return { driver: trusted.path };
    if (path === ownFile) return { driver: path, warning: `somebody else can change the driver: ${trusted.fault}` };
    return {
      refusal: `the module ${
        quoted(driver)
      } can be changed by somebody else: ${trusted.fault}, on the robot's computer`,
    };
  }
  const allowed = [...(isModulePath(own) ? [own] : []), ...modulePath.map((folder) => `what is in ${folder}`)];
  const where = `module_path in ${file}`;
  if (allowed.length === 0) {
    return {
      refusal: `this interface loads no module that an init query names, and it names ${quoted(driver)}; ` +
        `write 'module_path: FOLDER' in ${file}, on the robot's computer, and put the module there`,
    };
  }
  return {
    refusal: `the module ${quoted(driver)} is not among those that this interface loads: ${allowed.join(", ")}; ` +
      `put it there, or change ${where}, on the robot's computer`,
  };
}

/** True when `path` is below `folder`; both are real paths. `/a/modules-evil/x.js` is not below `/a/modules`. */
function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function realPath(path: string): Promise<string | undefined> {
  try {
    return await Deno.realPath(path);
  } catch {
    return undefined; // there is none, or it is nobody's business
  }
}

async function isRegularFile(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isFile;
  } catch {
    return false;
  }
}
