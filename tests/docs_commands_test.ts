import assert from "node:assert/strict";
import { posix } from "node:path";
import { CommanderError } from "commander";
import { parse } from "yaml";
import { type CommandActions, createProgram } from "../cli/create_program.ts";
import { readDeadlinePeriod } from "../cli/read_deadline_period.ts";
import { driverNames } from "../scaffold/driver_names.ts";
import { projectFiles } from "../scaffold/project_files.ts";
import { listFiles } from "../tools/list_files.ts";
import { projectRoot } from "../tools/project_root.ts";
import { type DocumentedCommand, documentedCommands } from "./documented_commands.ts";

const FILES = listFiles(() => true);
const PAGES = FILES.filter((path) => path.endsWith(".md"));
const TESTS = FILES.filter((path) => path.endsWith("_test.ts"));
const read = (path: string) => Deno.readTextFileSync(`${projectRoot()}/${path}`);
const exists = (path: string) => FILES.some((each) => each === path || each.startsWith(`${path}/`));
/** Files that `uri create_new_driver` has made for the reader. */
const MADE = new Set(projectFiles(driverNames("MyRobot"), "cpp", "/usr/local").map(({ path }) => path));
const TASKS = ["demo", "uri", "test", "check", "ok", "build", "install", "package", "bench", "fmt", "notices", "deno"];

Deno.test("the documented command lines are accepted: commands, flags, files", async () => {
  const commands = PAGES.flatMap((page) => documentedCommands(page, read(page)));
  for (const page of ["README.md", "docs/getting_started.md", "docs/building.md"]) {
    assert.ok(commands.some(({ place }) => place.startsWith(page)), page);
  }
  const faults: string[] = [];
  for (const command of commands) {
    const fault = await faultOf(command);
    if (fault !== "") faults.push(`${command.place}: ${command.words.join(" ")}: ${fault}`);
  }
  assert.deepEqual(faults, []);
});

Deno.test("a documented command line with a slip is found", async () => {
  const text = [
    "```sh",
    "./dev uri manager -c examples/ur5e/mc_rtc.yaml --fro 8   # runs",
    "MC_RT_FREQ=fast uri manager -c FILE",
    "./dev tset && ./dev test nosuchfile",
    "./dev uri manager -c examples/nowhere/mc_rtc.yaml | head -n 1",
    "```",
    "and `uri interfaces -n NAME`, but not `uri …`",
    "```",
    "uri nothing",
    "```",
  ].join("\n");
  const commands = documentedCommands("page.md", text);
  assert.deepEqual(commands.map(({ place }) => place), [2, 3, 4, 4, 5, 7].map((line) => `page.md:${line}`));
  for (const command of commands) assert.notEqual(await faultOf(command), "", command.words.join(" "));
});

Deno.test("links in the documentation lead to files and headings that exist", () => {
  const faults: string[] = [];
  for (const page of PAGES) {
    for (const [, target] of read(page).replaceAll(/^```.*?^```/gms, "").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path, anchor] = target.split("#");
      const file = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!exists(file.replace(/\/$/, ""))) faults.push(`${page}: ${target} does not exist`);
      else if (anchor !== undefined && !headings(read(file)).includes(anchor)) {
        faults.push(`${page}: ${target} is no heading`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

Deno.test("docs/README.md names every page, and docs/decisions/README.md every decision", () => {
  for (const folder of ["docs", "docs/decisions"]) {
    const index = read(`${folder}/README.md`);
    for (const page of PAGES.filter((path) => path.startsWith(`${folder}/`))) {
      const name = page.slice(folder.length + 1);
      if (!name.includes("/") && name !== "README.md") assert.ok(index.includes(`](${name})`), `${folder}: ${name}`);
    }
  }
});

Deno.test("the files shown in docs/own_robot.md are those of examples/own_robot", () => {
  const page = read("docs/own_robot.md");
  const [module, config] = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => parse(text));
  assert.deepEqual(module, parse(read("examples/own_robot/my_robot.yaml")));
  assert.deepEqual(config, parse(read("examples/own_robot/mc_rtc.yaml")));
  const plain = (text: string) => text.replaceAll(/<!--.*?-->/gs, "").replaceAll(/ +/g, " ");
  const sources = plain(read("examples/own_robot/my_robot.xml") + read("examples/own_robot/my_robot.urdf"));
  for (const [, block] of page.matchAll(/^```xml\n(.*?)^```/gms)) {
    for (const line of plain(block).split("\n").map((each) => each.trim())) {
      if (line !== "" && line !== "…") assert.ok(sources.includes(line), line);
    }
  }
});

/** What is wrong with a command; "" when nothing is. */
async function faultOf({ place, environment, words }: DocumentedCommand): Promise<string> {
  const [program, ...rest] = words;
  if (program !== "./dev") return await faultOfUri(place, environment, rest);
  const [task, ...args] = rest;
  if (task === undefined) return "";
  if (!TASKS.includes(task)) return `'${task}' is no task`;
  if (task === "uri") return await faultOfUri(place, environment, args);
  if (task === "demo" || task === "bench") return await faultOfUri(place, environment, [task, ...args]);
  if (task === "test") {
    const unknown = args.find((filter) => /[a-z]/.test(filter) && !TESTS.some((path) => path.includes(filter)));
    return unknown === undefined ? "" : `no test has '${unknown}' in its path`;
  }
  if (task === "deno") {
    const script = args.find((each) => each.endsWith(".ts"));
    return script === undefined || exists(script) ? "" : `${script} does not exist`;
  }
  if (task === "install") return await faultOfUri(place, environment, [task, ...args]);
  if (task === "build" || task === "package") {
    return /^(--(target|prefix) \S+ ?)*$/.test(args.join(" ")) ? "" : `'${args.join(" ")}' is unknown`;
  }
  return args.length === 0 ? "" : `'${args.join(" ")}' is unknown`;
}

async function faultOfUri(
  place: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  let config: string | undefined;
  const done = (options?: { config?: string }) => {
    config = options?.config;
    return Promise.resolve(0);
  };
  const actions: CommandActions = {
    manager: done,
    interface: done,
    simulate: done,
    demo: () => done(),
    bench: () => done(),
    benchPeer: () => done(),
    scanDrivers: () => done(),
    viewer: done,
    createNewDriver: () => done(),
    router: () => done(),
    licenses: () => done(),
    install: () => done(),
    uninstall: () => done(),
    completions: () => done(),
  };
  // Folders that a page has made before are not here.
  const args = words.map((word) => /^my_robot\/.*\.json$/.test(word) ? word.replace("my_robot/", "") : word);
  if (args.length === 0) return "";
  try {
    readDeadlinePeriod(environment.MC_RT_FREQ);
    const parser = createProgram(actions, () => {}).configureOutput({ writeOut() {}, outputError() {} });
    for (const each of parser.commands) each.exitOverride().configureOutput({ writeOut() {}, outputError() {} });
    // `uri manager` alone names a command, and does not call it.
    if (args.length === 1 && parser.commands.some((each) => each.name() === args[0])) return "";
    await parser.parseAsync(args, { from: "user" });
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? "" : (error as Error).message;
  }
  // FILE, /etc/uri/…, and the reader's own mc_rtc.yaml.
  if (config === undefined || config.startsWith("/") || !config.includes("/")) return "";
  if (MADE.has(config)) return "";
  const copied = /cp -r (\S+) (\S+)/.exec(read(place.split(":")[0] === "page.md" ? "README.md" : place.split(":")[0]));
  const source = copied === null ? config : config.replace(new RegExp(`^${copied[2]}/`), `${copied[1]}/`);
  return exists(source) ? "" : `${source} does not exist`;
}

/** Anchors of the headings, as GitHub makes them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}
