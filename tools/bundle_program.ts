import { isProductPackage } from "./is_product_package.ts";
import { nameChunks } from "./name_chunks.ts";
import { ToolError } from "./tool_error.ts";

/**
 * What stays as it is: a package whose WebAssembly file is looked for beside its own script, and a WebAssembly module of zenoh-ts with the script that
 * it imports.
 */
const EXTERNAL = ["@mujoco/mujoco", "*/zenoh_keyexpr_wrapper_bg.js", "*/zenoh_keyexpr_wrapper_bg.wasm"];

/**
 * Bundles the program and its npm packages: of these only what is imported, and few files instead of hundreds, which start faster and
 * take less memory. `sources` is a folder made by `stageSources`; `payload` gets the files, all in one folder, and beside them a file under
 * the old name of each worker. Names are kept, so that a stack trace can be read.
 */
export async function bundleProgram(paths: readonly string[], sources: string, payload: string): Promise<void> {
  const workers = paths.filter((path) => path.endsWith("_worker.ts") && !/(^|\/)start_/.test(path));
  const entries = workers.map((path) => path.replace(/.*\//, ""));
  for (const [index, path] of workers.entries()) {
    Deno.writeTextFileSync(`${sources}/${entries[index]}`, `import "./${path}";\n`);
  }
  const made = `${sources}/bundle`;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ..."bundle --quiet --no-check --frozen --platform deno --code-splitting --outdir".split(" "),
      made,
      ...EXTERNAL.flatMap((name) => ["--external", name]),
      "main.ts",
      ...entries,
    ],
    cwd: sources,
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (!success) throw new ToolError("Cannot build: deno bundle failed, its reasons stand above");

  const files = new Map(
    [...Deno.readDirSync(made)].map(({ name }) => [name, Deno.readTextFileSync(`${made}/${name}`)]),
  );
  for (const text of files.values()) checkPackages(text);
  for (const [name, text] of nameChunks(files)) Deno.writeTextFileSync(`${payload}/${name}`, text);
  for (const [index, path] of workers.entries()) {
    const up = "../".repeat(path.split("/").length - 1);
    Deno.mkdirSync(`${payload}/${path.replace(/[^/]*$/, "")}`, { recursive: true });
    Deno.writeTextFileSync(`${payload}/${path}`, `import "${up}${entries[index].replace(/ts$/, "js")}";\n`);
  }
}

/** Whatever the bundle contains has its notice: throws a `ToolError` for a package that does not count as part of the program. */
function checkPackages(text: string): void {
  for (const [, name] of text.matchAll(/^\/\/ \S*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/\d\S*$/gm)) {
    if (isProductPackage(name)) continue;
    throw new ToolError(
      `Cannot build: the program imports the package ${name}, which tools/is_product_package.ts names as one of tests; correct one of them`,
    );
  }
}
