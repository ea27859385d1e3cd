import { dirname } from "node:path";
import { projectRoot } from "./project_root.ts";
import { ToolError } from "./tool_error.ts";

/**
 * The source `text` of the file `path` for a bundle, whose files all stand in one folder: it looks for what lies beside it where it
 * did before, from that folder. Throws a `ToolError` for what a bundle cannot keep.
 */
function relocate(path: string, text: string): string {
  if (/import\.meta\.(dirname|filename|resolve\("\.)/.test(text)) {
    throw new ToolError(
      `Cannot build: ${path} uses import.meta in a way that a bundle does not keep, new URL("./file", import.meta.url) was wanted`,
    );
  }
  return text.replaceAll("import.meta.url", `new URL("./${path}", import.meta.url).href`);
}

/** The one source that a build may differ in. */
const PREFIX_SOURCE = "core/build_prefix.ts";

/**
 * Copies the TypeScript files among `paths` to `folder`, ready to be bundled, with the settings that say what their imports mean. `prefix`: folder of
 * the installation that the executable is for; empty: wherever it stands.
 */
export function stageSources(paths: readonly string[], folder: string, prefix = ""): void {
  const root = projectRoot();
  for (const path of paths.filter((each) => each.endsWith(".ts"))) {
    Deno.mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    const text = Deno.readTextFileSync(`${root}/${path}`);
    const fixed = path === PREFIX_SOURCE ? text.replace('= "";', `= ${JSON.stringify(prefix)};`) : text;
    Deno.writeTextFileSync(`${folder}/${path}`, relocate(path, fixed));
  }
  for (const settings of ["deno.json", "deno.lock"]) Deno.copyFileSync(`${root}/${settings}`, `${folder}/${settings}`);
}
