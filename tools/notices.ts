import { productLock } from "./product_lock.ts";
import { projectRoot } from "./project_root.ts";
import { runProcess } from "./run_process.ts";
import { runTool } from "./run_tool.ts";
import { rustNotices } from "./rust_notices.ts";
import { ToolError } from "./tool_error.ts";

/** Where the notices stand; `uri licenses` prints them. */
const FILE = "packaging/notices.txt";

/** Texts of what is no npm package, or is one without a licence file, in packaging/licenses/. */
const PARTS = ["deno", "v8", "codec"];
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  "@bufbuild/protobuf": "protobuf",
  "@humanwhocodes/momoa": "momoa",
  "@mujoco/mujoco": "mujoco",
  "typed-duration": "typed_duration",
};

/** Where Deno keeps npm packages. */
async function npmCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], cwd: projectRoot() }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).npmCache;
}

/** Puts the packages into Deno's cache, where their licences are read. */
async function install(): Promise<void> {
  const { code, output } = await runProcess([Deno.execPath(), "install", "--quiet"]);
  if (code !== 0) throw new ToolError(`Cannot collect the notices: the packages cannot be had, ${output.trim()}`);
}

/** The licence text of an npm package, from the package itself. */
function packageText(cache: string, id: string): string {
  // `name@version`, and after `_` the versions of peers.
  const [, name, version] = /^(.[^@]*)@([^_]*)/.exec(id) ?? ["", id, ""];
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

/** How the part of the Rust packages begins. */
const RUST = "Rust packages in the native Zenoh library";

/** What stands between two parts. */
const LINE = `\n\n${"=".repeat(78)}\n\n`;

/** The notices of the Rust packages; where they cannot be collected, those that are there, which is an error in CI only. */
async function rustPart(): Promise<string[]> {
  const collected = await rustNotices(RUST);
  if ("text" in collected) return [collected.text];
  if (Deno.env.get("CI")) throw new ToolError(`Cannot collect the notices of the Rust packages: ${collected.reason}`);
  return readNotices().split(LINE).filter((each) => each.startsWith(RUST));
}

/** The notices as they are; "" when there are none. */
function readNotices(): string {
  try {
    return Deno.readTextFileSync(`${projectRoot()}/${FILE}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

async function collect(): Promise<string> {
  await install();
  const cache = await npmCache();
  const texts = [
    "The executable contains the following software of others.\n",
    ...PARTS.map(part),
    ...Object.keys(productLock().npm).sort().map((id) => packageText(cache, id)),
    ...await rustPart(),
    part("apache-2.0"),
  ];
  const clean = texts.map((text) => text.replaceAll("\r", "").replace(/[ \t]+$/gm, "").replace(/^\n+/, "").trimEnd());
  return clean.join(LINE) + "\n";
}

/** Writes `packaging/notices.txt`; with `--verify` only looks whether it is current. */
export async function notices(args: string[]): Promise<number> {
  const wanted = await collect();
  const path = `${projectRoot()}/${FILE}`;
  if (!args.includes("--verify")) {
    Deno.writeTextFileSync(path, wanted);
    return 0;
  }
  if (readNotices() === wanted) return 0;
  console.error(`${FILE} is not current; run: ./dev notices`);
  return 1;
}

if (import.meta.main) await runTool(notices);
