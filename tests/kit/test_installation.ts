import { layOut } from "../../install/lay_out.ts";
import { collectInstallFiles } from "../../tools/collect_install_files.ts";
import { uriCommands } from "../uri_command.ts";
import { PluginPrefix } from "./plugin_prefix.ts";

/**
 * Installs `uri` below `parent`: headers, CMake package and all else of an installation. `bin/uri` is the executable where it is current, and a stand-in that
 * nobody runs where it is not; `uri` then runs from source with the prefix's `flags`.
 */
export function testInstallation(parent: string): PluginPrefix {
  const prefix = new PluginPrefix(parent);
  const built = uriCommands().find(({ label }) => label === "executable");
  layOut({
    prefix: prefix.folder,
    executable: built?.argv[0] ?? "/bin/true",
    files: collectInstallFiles(),
    force: true,
  });
  return prefix;
}
