import { stringify } from "yaml";
import { VERSION } from "../core/version.ts";
import type { InstallFile } from "../install/install_file.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { robotModuleToPlain } from "../schemas/robot_module_to_plain.ts";
import { installSources } from "./install_sources.ts";
import { projectRoot } from "./project_root.ts";

const SHARE = "share/unified_robot_interface";

/**
 * What an installation has beside the program, and what that does not make of itself: headers, files for CMake and pkg-config, examples, robot
 * modules, the router's file, licence and notices; in the order of their paths.
 */
export function collectInstallFiles(): InstallFile[] {
  const found = installSources().map(({ source, path }) => {
    const content = Deno.readFileSync(`${projectRoot()}/${source}`);
    const change = source.endsWith(".in") ? fillIn : source.endsWith(".md") ? moveOut : undefined;
    if (change === undefined) return { path, content };
    return { path, content: new TextEncoder().encode(change(new TextDecoder().decode(content))) };
  });
  for (const [name, module] of BUILT_IN_ROBOT_MODULES) {
    const text =
      `# The robot module ${name} of uri ${VERSION}. To change something, copy this file and name the copy in mc_rtc.yaml:\n` +
      `#   Robots: {arm: {module: ./${name}.yaml}}\n${stringify(robotModuleToPlain(module), { lineWidth: 120 })}`;
    found.push({ path: `${SHARE}/robot_modules/${name}.yaml`, content: new TextEncoder().encode(text) });
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

function fillIn(text: string): string {
  return text.replaceAll("@VERSION@", VERSION);
}

/** A page of an example, where there is no clone around it: the program is started by its name, and what is not there is no link. */
function moveOut(text: string): string {
  return text.replaceAll("./dev uri ", "uri ").replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, "$1").replaceAll(
    / examples\/(\w+\/\w)/g,
    " $1",
  );
}
