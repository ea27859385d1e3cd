import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { z } from "zod";
import type { ConfigProblems } from "../core/config_problems.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { nearestWord } from "../core/nearest_word.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark, YamlNode } from "../core/yaml_node.ts";
import { checkPath } from "./check_path.ts";
import type { Checked } from "./check_section.ts";
import { CONFIG_DEFAULTS } from "./config_defaults.ts";
import type { ConfigSupport } from "./config_support.ts";
import type { DriverConfig } from "./driver_config.ts";
import type { DRIVER_SECTION } from "./driver_section.ts";
import { isModulePath } from "./is_module_path.ts";
import { pluginNameFault } from "./plugin_name_fault.ts";

/** How {@link checkDriver} checks. */
export interface CheckDriverOptions {
  /** The interface runs on this host, so that paths can be resolved and looked at. */
  readonly isOnThisHost: boolean;
  /**
   * A module that is written without a folder in front (`./`, `/`), and is not beside this file, is left as it is written: the interface, which somebody
   * else starts, has folders of its own (`module_path`).
   */
  readonly mayModuleBeElsewhere?: boolean;
  /** Say nothing of what is missing. */
  readonly ignoreMissing?: boolean;
}

/**
 * Completes a `robot_interface` section that has passed `checkSection` and notes what does not fit together. `root` holds the
 * section under the key `robot_interface`; `path` is the path of `root`.
 */
export async function checkDriver(
  data: Checked<z.infer<typeof DRIVER_SECTION>>,
  root: YamlNode,
  at: SourceMark,
  path: KeyPath,
  support: ConfigSupport,
  options: CheckDriverOptions,
  problems: ConfigProblems,
): Promise<DriverConfig> {
  const locate = (key: string) => locateYaml(root, ["robot_interface", key], at);
  const full = (key: string) => [...path, "robot_interface", key];
  const { driver = "", config_path: configPath = "" } = data;
  const isModule = isModulePath(driver);
  const isBuiltIn = support.builtInDrivers.includes(driver);
  const fault = driver === "" || isModule ? undefined : pluginNameFault(driver);
  if (fault !== undefined) {
    const message = `the driver name ${quoted(driver)} ${fault}`;
    problems.add(locate("driver").mark, keyPath(full("driver")), message, { value: driver });
  } else if (driver !== "" && !isModule && !isBuiltIn) {
    const builtIn = nearestWord(driver, support.builtInDrivers, 2);
    const hint = builtIn === undefined ? undefined : `did you mean the built-in driver '${builtIn}'?`;
    if (builtIn?.toLowerCase() === driver.toLowerCase()) {
      problems.add(
        locate("driver").mark,
        keyPath(full("driver")),
        `${quoted(driver)} is not a driver; wanted ${builtIn}`,
        {
          value: driver,
          hint: `did you mean '${builtIn}'?`,
        },
      );
    } else if (!options.ignoreMissing) {
      for (const key of ["ip", "port"]) {
        const { node, mark } = locate(key);
        if (node !== undefined) continue;
        const message = `is missing; wanted one, because driver ${quoted(driver)} is not built in`;
        problems.add(mark, keyPath(full(key)), message, { hint });
      }
    }
  }
  const isElsewhere = options.mayModuleBeElsewhere === true && !/^\.{0,2}\//.test(driver) &&
    !existsSync(resolve(dirname(locate("driver").mark.file), driver));
  return {
    driver: isModule && options.isOnThisHost && !isElsewhere
      ? await checkPath(driver, "file", locate("driver").mark, full("driver"), problems)
      : driver,
    ip: data.ip ?? CONFIG_DEFAULTS.ip,
    port: data.port ?? CONFIG_DEFAULTS.port,
    configPath: configPath !== "" && options.isOnThisHost
      ? await checkPath(configPath, "any", locate("config_path").mark, full("config_path"), problems)
      : configPath,
    autostart: data.autostart ?? false,
    syncTimeoutMs: data.sync_timeout_ms ?? CONFIG_DEFAULTS.syncTimeoutMs,
  };
}
