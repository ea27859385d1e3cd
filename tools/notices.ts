import { productFiles } from "./product_files.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

/** Where the notices stand; `uri licenses` prints them. */
const FILE = "packaging/notices.txt";

/** Texts of what is no npm package, or is one without a licence file, in packaging/licenses/. */
const PARTS = ["deno", "v8", "codec"];
const WITHOUT_FILE: Readonly<Record<string, string>> = { "@mujoco/mujoco": "mujoco" };

/** What `deno info --json` says that is of use here. */
interface Info {
  readonly modules: readonly { readonly kind?: string; readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, { name: string; version: string; dependencies: string[] }>>;
}

async function denoInfo(...files: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", ...files],
    cwd: projectRoot(),
  }).output();
  if (code !== 0) {
    throw new ToolError(`Cannot collect the notices: deno info failed, ${new TextDecoder().decode(stderr).trim()}`);
  }
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** The npm packages that the program imports, in any of its threads, and what these need. */
async function npmPackages(): Promise<{ name: string; version: string }[]> {
  const found = new Map<string, { name: string; version: string }>();
  // A worker is not imported, so each one is a root of its own.
  for (const root of ["main.ts", ...productFiles().filter((path) => path.endsWith("_worker.ts"))]) {
    const info = await denoInfo(root) as Info;
    const visit = (id: string) => {
      const each = info.npmPackages[id];
      if (found.has(id) || each === undefined) return;
      found.set(id, each);
      each.dependencies.forEach(visit);
    };
    for (const module of info.modules) if (module.npmPackage !== undefined) visit(module.npmPackage);
  }
  return [...found.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The licence text of an npm package, from the package itself. */
function packageText(cache: string, { name, version }: { name: string; version: string }): string {
  const own = WITHOUT_FILE[name];
  if (own !== undefined) return part(own);
  for (const registry of Deno.readDirSync(cache)) {
    const folder = `${cache}/${registry.name}/${name}/${version}`;
    try {
      const file = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort()
        .find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
      if (file !== undefined) return `${name} (npm package)\n\n${Deno.readTextFileSync(`${folder}/${file}`).trim()}\n`;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new ToolError(
    `Cannot collect the notices: the package ${name}@${version} has no licence file, one was wanted; ` +
      "put its text into packaging/licenses/ and name it in tools/notices.ts",
  );
}

function part(name: string): string {
  return Deno.readTextFileSync(`${projectRoot()}/packaging/licenses/${name}.txt`);
}

async function collect(): Promise<string> {
  const { npmCache } = await denoInfo() as { npmCache: string };
  const texts = [
    "The executable contains the following software of others.\n",
    ...PARTS.map(part),
    ...(await npmPackages()).map((each) => packageText(npmCache, each)),
    part("apache-2.0"),
  ];
  const clean = texts.map((text) => text.replaceAll("\r", "").replace(/[ \t]+$/gm, "").replace(/^\n+/, "").trimEnd());
  return clean.join(`\n\n${"=".repeat(78)}\n\n`) + "\n";
}

/** Writes `packaging/notices.txt`; with `--verify` only looks whether it is current. */
export async function notices(args: string[]): Promise<number> {
  const wanted = await collect();
  const path = `${projectRoot()}/${FILE}`;
  if (!args.includes("--verify")) {
    Deno.writeTextFileSync(path, wanted);
    return 0;
  }
  let found = "";
  try {
    found = Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (found === wanted) return 0;
  console.error(`${FILE} is not current; run: ./dev notices`);
  return 1;
}

if (import.meta.main) await runTool(notices);
