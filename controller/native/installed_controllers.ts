import type { InstallPrefix } from "../../core/install_prefix.ts";

/** Names of the controllers in `<prefix>/lib/robot_controller`, sorted; none where there is no such folder. */
export function installedControllers({ prefix }: InstallPrefix): string[] {
  if (prefix === undefined) return [];
  try {
    return [...Deno.readDirSync(`${prefix}/lib/robot_controller`)]
      .map(({ name }) => /^librobot_controller_(.+)\.so$/.exec(name)?.[1])
      .filter((name) => name !== undefined).sort();
  } catch {
    return []; // to say what there is, only: the file itself is looked for by its name
  }
}
