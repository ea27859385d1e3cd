import assert from "node:assert/strict";
import { VERSION } from "../core/version.ts";
import type { CommandActions } from "./create_program.ts";
import { runCommandLine } from "./run_command_line.ts";
import { Libc } from "../core/posix/libc.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** Runs a command line with actions that only note what they got; catches what is written. */
async function run(
  args: string[],
  failure?: unknown,
): Promise<{ code: number; calls: unknown[]; out: string; err: string }> {
  const calls: unknown[] = [];
  const note = (name: string) => (options?: unknown) => {
    calls.push(options === undefined ? name : [name, options]);
    return failure === undefined ? Promise.resolve(0) : Promise.reject(failure);
  };
  const actions: CommandActions = {
    manager: note("manager"),
    interface: note("interface"),
    viewer: note("viewer"),
    createNewDriver: note("createNewDriver"),
    router: note("router"),
    simulate: note("simulate"),
    demo: note("demo"),
    bench: note("bench"),
    benchPeer: note("benchPeer"),
    scanDrivers: note("scanDrivers"),
    licenses: note("licenses"),
    install: note("install"),
    uninstall: note("uninstall"),
    completions: note("completions"),
  };
  let out = "", err = "";
  const catchOutput = (take: (text: string) => void) => (bytes: Uint8Array) => {
    take(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  const { stdout, stderr } = { stdout: Deno.stdout.writeSync, stderr: Deno.stderr.writeSync };
  try {
    Deno.stdout.writeSync = catchOutput((text) => out += text);
    Deno.stderr.writeSync = catchOutput((text) => err += text);
    return { code: await runCommandLine(args, actions), calls, out, err };
  } finally {
    Deno.stdout.writeSync = stdout;
    Deno.stderr.writeSync = stderr;
  }
}

const DEFAULTS = { realtime: "try", logLevel: "info", logFormat: "text" };

/** Options without the absent ones. */
function given(call: unknown): unknown {
  return JSON.parse(JSON.stringify(call));
}

Deno.test("each command gets its options, with the defaults", async () => {
  assert.deepEqual(given((await run(["manager", "-c", "a b.yaml"])).calls), [["manager", {
    ...DEFAULTS,
    config: "a b.yaml",
  }]]);
  assert.deepEqual(given((await run(["interface", "-n", "ur5e"])).calls), [["interface", {
    ...DEFAULTS,
    name: "ur5e",
  }]]);
  const shownAt = (port?: number) =>
    JSON.parse(JSON.stringify({ host: "127.0.0.1", port, isDefault: port ? undefined : true }));
  assert.deepEqual(given((await run(["demo"])).calls), [["demo", { ...DEFAULTS, view: shownAt() }]]);
  assert.deepEqual(given((await run(["demo", "--view", "80"])).calls), [["demo", { ...DEFAULTS, view: shownAt(80) }]]);
  assert.deepEqual(given((await run(["demo", "--no-view"])).calls), [["demo", DEFAULTS]]);
  assert.deepEqual(given((await run(["demo", "--lockstep"])).calls), [[
    "demo",
    { ...DEFAULTS, lockstep: true, realtime: "off" },
  ]]);
  const logged = { logLevel: "info", logFormat: "text" };
  assert.deepEqual(given((await run(["router"])).calls), [["router", logged]]);
  const shown = { ...logged, config: "v.yaml", rate: 10, json: false, once: false };
  assert.deepEqual(given((await run("viewer -c v.yaml".split(" "))).calls), [["viewer", shown]]);
  assert.deepEqual(given((await run("viewer -c v.yaml -n arm -r 2.5 --json --once --for 3".split(" "))).calls), [[
    "viewer",
    { ...shown, name: "arm", rate: 2.5, json: true, once: true, forSeconds: 3 },
  ]]);
  assert.deepEqual(given((await run("router -c r.json5 --for 3 --log-level warning".split(" "))).calls), [["router", {
    config: "r.json5",
    forSeconds: 3,
    logLevel: "warning",
    logFormat: "text",
  }]]);
  const project = { name: "MyRobot", folder: ".", language: "cpp", git: true };
  assert.deepEqual(given((await run("create_new_driver MyRobot".split(" "))).calls), [["createNewDriver", project]]);
  assert.deepEqual(given((await run("create_new_driver MyRobot /tmp --no-git --language ts".split(" "))).calls), [[
    "createNewDriver",
    { ...project, folder: "/tmp", git: false, language: "ts" },
  ]]);
  assert.deepEqual(given((await run(["licenses"])).calls), ["licenses"]);
  const args = "manager --config=f --for 2.5 --report r.json --realtime off --log-level debug --log-format json";
  assert.deepEqual(given((await run(args.split(" "))).calls), [["manager", {
    config: "f",
    forSeconds: 2.5,
    report: `${Deno.cwd()}/r.json`,
    realtime: "off",
    logLevel: "debug",
    logFormat: "json",
  }]]);
});

Deno.test("bench takes names, each once, and all without any", async () => {
  assert.deepEqual((await run(["bench", "sim", "loop", "sim", "--json"])).calls, [
    ["bench", { benches: ["sim", "loop"], json: true }],
  ]);
  assert.deepEqual((await run(["bench"])).calls, [
    ["bench", { benches: ["loop", "link", "codec", "sim", "robots", "plugins", "view"], json: false }],
  ]);
});

Deno.test("the exit code of a command is passed on", async () => {
  const actions = { licenses: () => Promise.resolve(1) } as unknown as CommandActions;
  assert.equal(await runCommandLine(["licenses"], actions), 1);
});

Deno.test("help and version end with 0 everywhere", async () => {
  const lines = [
    "-h",
    "--help",
    "help",
    "manager -h",
    "interface --help",
    "viewer -h",
    "create_new_driver -h",
    "router -h",
    "demo -h",
    "bench -h",
    "licenses -h",
    "help manager",
  ];
  for (const line of lines) {
    const { code, out, calls } = await run(line.split(" "));
    assert.equal(code, 0, line);
    assert.match(out, /Usage: uri/, line);
    assert.deepEqual(calls, [], line);
  }
  const { code, out } = await run(["--version"]);
  assert.equal(code, 0);
  assert.equal(out, `${VERSION}\n`);
});

Deno.test("a wrong command line is one line that names the word and the nearest right one, exit code 2", async () => {
  const wrong: [string, RegExp][] = [
    ["manager --confg x", /no flag '--confg', the nearest is '--config'/],
    ["viewer", /Cannot run uri viewer: the configuration is missing, a file was wanted; write uri viewer -c FILE/],
    ["viewer -c x -r 0", /Cannot read -r: '0' is no usable rate, a number of Hz from 0.001 to 1000 was wanted/],
    ["viewer -c x -r=-3", /Cannot read -r: /],
    ["viewer -c x --rate ten", /Cannot read -r: 'ten' is no usable rate/],
    ["viewer -c x --realtime off", /no flag '--realtime'/],
    ["manager -c x --reprot=y", /no flag '--reprot', the nearest is '--report'/],
    ["interface -n a --nmae b", /no flag '--nmae', the nearest is '--name'/],
    ["--verison", /no flag '--verison', the nearest is '--version'/],
    ["manager -c x -z", /no flag '-z';/],
    ["mnager -c x", /no command 'mnager', the nearest is 'manager'/],
    ["zzz", /no command 'zzz';/],
    ["manager", /configuration is missing/],
    ["manager -c", /--config has no file/],
    ["manager -c --for", /'--for' is a flag/],
    ["manager -c x y", /argument 'y' is one too many; 'uri/],
    ["simulate y.yaml", /argument 'y.yaml' is one too many; if it is the file, write -c y.yaml; 'uri/],
    ["interface", /configuration and name are missing/],
    ["manager -c x --realtime on", /--realtime: 'on' is unknown, one of enforce, try, off/],
    ["manager -c x --log-level wraning", /did you mean 'warning'/],
    ["manager -c x --log-format yaml", /one of text, json/],
    ["manager -c x --report /nowhere/r.json", /folder '\/nowhere\/' does not exist/],
    ["manager -c x --report /tmp", /'\/tmp' is a folder/],
    ["manager -c x --report README.md", /'README.md' is there and is no report, so that something else would be lost/],
    [
      "simulate -c x --record deno.json",
      /'deno.json' is there and is no recording, so that something else would be lost/,
    ],
    ["simulate -c x --record r.x --report ./r.x", /is the file of --record and of --report, two files were wanted/],
    ["bench lop", /'lop' is unknown.*did you mean 'loop'/],
    ["licenses all", /argument 'all' is one too many/],
  ];
  for (const seconds of ["0", "-1", "abc", "NaN", "Infinity", "1e999", "0x10", "5s"]) {
    wrong.push([`manager -c x --for=${seconds}`, new RegExp(`--for: '${seconds}' is no usable time`)]);
  }
  for (const [line, text] of wrong) {
    const { code, err, calls } = await run(line.split(" "));
    assert.equal(code, 2, line);
    assert.match(err, text, line);
    assert.equal(err.trimEnd().split("\n").length, 1, `${line}: ${err}`);
    assert.deepEqual(calls, [], line);
  }
  assert.match((await run(["manager", "-c", ""])).err, /the file is empty/);
});

Deno.test("no command at all prints the help and ends with 2", async () => {
  assert.equal((await run([])).code, 2);
});

Deno.test("users' mistakes and failures of a run have no stack trace", async () => {
  for (
    const [name, wanted] of [["ConfigError", 2], ["UsageError", 2], ["RunFailure", 1], ["DriverError", 1]] as const
  ) {
    const error = Object.defineProperty(new Error("Cannot go: no road"), "name", { value: name });
    const { code, err } = await run(["demo", "--log-level", "debug"], error);
    assert.equal(code, wanted, name);
    assert.equal(err, "[error] Cannot go: no road\n");
  }
});

Deno.test("anything else is a defect: one line, exit code 1, the stack only for debug", async () => {
  const short = await run(["demo"], new TypeError("x is not a function"));
  assert.equal(short.code, 1);
  assert.equal(short.err, "[error] TypeError: x is not a function; this is a defect of uri, please report it\n");
  assert.equal(short.out, "");
  const long = await run(["demo", "--log-level=debug"], new TypeError("x is not a function"));
  assert.match(long.out, /at .*run_command_line_test\.ts/);
  const json = await run(["demo", "--log-format", "json"], "thrown text");
  assert.match(JSON.parse(json.err).message, /thrown text; this is a defect/);
});

Deno.test("a rejection that no one waits for ends the run as a defect", async () => {
  const actions = {
    demo: () => {
      void Promise.reject(new TypeError("lost"));
      return new Promise<number>(() => {});
    },
  } as unknown as CommandActions;
  const write = Deno.stderr.writeSync;
  let err = "";
  try {
    Deno.stderr.writeSync = (bytes) => (err += new TextDecoder().decode(bytes), bytes.length);
    assert.equal(await runCommandLine(["demo"], actions), 1);
  } finally {
    Deno.stderr.writeSync = write;
  }
  assert.match(err, /TypeError: lost; this is a defect/);
});
