import { createHash } from "node:crypto";
import { constants, gzipSync } from "node:zlib";
import { listFiles } from "./list_files.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

/** Where the page lies for a program that runs from its sources, and in the executable. */
const FOLDER = ".dev/view";
/** Largest script of the page, packed [bytes]: it goes through slow networks to telephones. */
const LIMIT = 400e3;

/** Files that the page is made of. */
function sources(): string[] {
  return listFiles((path) =>
    /^view\/.*\.(ts|css|html|svg)$/.test(path) && !path.endsWith("_test.ts") || path === "deno.lock" ||
    path === "tools/bundle_page.ts" || path === "schemas/live_length.ts"
  );
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(Deno.readFileSync(`${projectRoot()}/${path}`));
  return hash.digest("hex");
}

/** The script: view/page/start_page.ts with the packages that it uses, three.js and uPlot. */
async function bundle(work: string): Promise<Uint8Array> {
  const root = projectRoot();
  // Inside the project, so that the import map of deno.json holds.
  const entry = `${root}/${FOLDER}/entry-${crypto.randomUUID()}.ts`;
  Deno.writeTextFileSync(entry, 'import { startPage } from "../../view/page/start_page.ts";\nstartPage();\n');
  try {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ..."bundle --quiet --no-check --frozen --platform browser --minify --output".split(" "),
        `${work}/page.js`,
        entry,
      ],
      cwd: root,
      stdin: "null",
      stdout: "null",
    }).output();
    if (!success) {
      throw new ToolError(`Cannot build the page: deno bundle failed: ${new TextDecoder().decode(stderr).trim()}`);
    }
  } finally {
    Deno.removeSync(entry);
  }
  return Deno.readFileSync(`${work}/page.js`);
}

/** The style sheet of uPlot, from the package. */
function plotStyle(): string {
  return Deno.readTextFileSync(new URL("uPlot.min.css", import.meta.resolve("uplot")));
}

/**
 * Makes the page that a view serves: script, style and document, each packed by gzip, in `.dev/view/`; nothing when it is current. The same sources
 * always make the same bytes.
 */
export async function bundlePage(): Promise<number> {
  const folder = `${projectRoot()}/${FOLDER}`;
  Deno.mkdirSync(folder, { recursive: true });
  const digest = digestOf(sources());
  if (read(`${folder}/sources`) === digest && read(`${folder}/page.js.gz`) !== "") return 0;
  const work = Deno.makeTempDirSync({ dir: folder, prefix: "build-" });
  try {
    const page = `${projectRoot()}/view/page`;
    const files: Record<string, Uint8Array> = {
      "page.js": await bundle(work),
      "page.css": new TextEncoder().encode(`${plotStyle()}\n${Deno.readTextFileSync(`${page}/page.css`)}`),
      "index.html": Deno.readFileSync(`${page}/index.html`),
      "icon.svg": Deno.readFileSync(`${page}/icon.svg`),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
      if (packed.length > LIMIT) {
        throw new ToolError(
          `Cannot build the page: ${name} has ${packed.length} bytes packed, at most ${LIMIT} were wanted`,
        );
      }
      Deno.writeFileSync(`${work}/${name}.gz`, packed);
      // One rename a file: who reads meanwhile gets a whole one.
      Deno.renameSync(`${work}/${name}.gz`, `${folder}/${name}.gz`);
    }
    Deno.writeTextFileSync(`${work}/sources`, digest);
    Deno.renameSync(`${work}/sources`, `${folder}/sources`);
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
  return 0;
}

function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

if (import.meta.main) await runTool(bundlePage);
