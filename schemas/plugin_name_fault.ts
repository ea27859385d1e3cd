/**
 * Why `name` can be no name of a plugin; `undefined` when it can. Names never become paths: only what ends like a module is a path, and that
 * is asked before.
 */
export function pluginNameFault(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.includes("\0")) return "has a NUL character";
  const modules = "a path is taken for a module only, which ends in .js, .mjs or .ts";
  if (name.includes("/") || name.includes("\\")) return `has a slash: ${modules}`;
  return name.includes("..") ? `has two dots in a row: ${modules}` : undefined;
}
