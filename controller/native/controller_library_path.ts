import type { InstallPrefix } from "../../core/install_prefix.ts";

/** Where the library of a controller is looked for, or why there is no such place. */
export type ControllerLibraryPath = { readonly path: string } | { readonly fault: string };

/** The file of the controller `name`: `<prefix>/lib/robot_controller/librobot_controller_<name>.so`, and no other. A name never becomes a path. */
export function controllerLibraryPath(name: string, { prefix, reason }: InstallPrefix): ControllerLibraryPath {
  // deno-lint-ignore no-control-regex -- those are what is refused
  if (name === "" || name.includes("..") || /[/\\\x00-\x1f\x7f]/.test(name)) {
    return { fault: "is no name of a controller, which has no slash, '..' or control character" };
  }
  if (prefix === undefined) return { fault: `cannot be looked for: ${reason}` };
  return { path: `${prefix}/lib/robot_controller/librobot_controller_${name}.so` };
}
