import { V8_FLAGS } from "../core/v8_flags.ts";
import { findDenort } from "./find_denort.ts";
import { makePayload, type Payload } from "./make_payload.ts";
import { nativePlace } from "./native_place.ts";
import { notices } from "./notices.ts";
import { prebuiltNative } from "./prebuilt_native.ts";
import { prepareBarrier } from "./prepare_barrier.ts";
import { prepareNative } from "./prepare_native.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";
import { sourceDigest } from "./source_digest.ts";
import { ToolError } from "./tool_error.ts";

const TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/** What deno.json says of the program. */
interface DenoJson {
  readonly unstable?: readonly string[];
}

/** Second line of what is noted beside the executable, where it was built without the native Zenoh library. */
const WITHOUT_ZENOH = "without zenoh";

/** Largest executable [bytes]. */
const LIMIT = 150e6;

/** What the command line asks for. */
interface BuildOptions {
  /** Kind of computer. */
  readonly target: string;
  /** Folder of the installation that the executable is for, absolute; "" for wherever it stands. */
  readonly prefix: string;
}

function readOptions(args: string[]): BuildOptions {
  let [target, prefix] = [Deno.build.target, ""];
  const rest = args.flatMap((arg) =>
    /^--\w+=/.test(arg) ? [arg.replace(/=.*/, ""), arg.replace(/^[^=]*=/, "")] : [arg]
  );
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    const value = rest.shift();
    if (value === undefined || !["--target", "--prefix"].includes(flag)) {
      throw new ToolError(`Cannot build: '${args.join(" ")}' is unknown, --target T or --prefix DIR was wanted`);
    }
    if (flag === "--target") target = value;
    else prefix = value;
  }
  if (!TARGETS.includes(target)) {
    throw new ToolError(`Cannot build: '${target}' is no target, one of ${TARGETS.join(", ")} was wanted`);
  }
  if (prefix !== "" && !prefix.startsWith("/")) {
    throw new ToolError(`Cannot build: the prefix '${prefix}' is no absolute path, one was wanted, e.g. /opt/uri`);
  }
  return { target, prefix: prefix.replace(/(?<=.)\/+$/, "") };
}

/** Runs `deno compile`. */
async function compile(payload: Payload, target: string, output: string, denort: string | undefined): Promise<void> {
  const config = JSON.parse(Deno.readTextFileSync(`${projectRoot()}/deno.json`)) as DenoJson;
  // Without a code cache: it would be a file in the temporary folder, under a name that every user of the computer can take.
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ..."compile -A --no-check --no-code-cache --quiet --no-config --no-lock".split(" "),
      ...["--import-map", payload.importMap],
      ...(config.unstable ?? []).map((feature) => `--unstable-${feature}`),
      ...["--target", target, "--output", output],
      ...(V8_FLAGS === "" ? [] : [`--v8-flags=${V8_FLAGS}`]),
      ...payload.included.flatMap((path) => ["--include", path]),
      "main.js",
    ],
    cwd: payload.folder,
    env: denort === undefined ? {} : { DENORT_BIN: denort },
    stdin: "null",
  }).output().then(async (result) => {
    await Deno.stderr.write(result.stderr);
    return result;
  });
  if (!success) throw new ToolError("Cannot build: deno compile failed, its reasons stand above");
}

/** The native Zenoh library for `target`: its path, or undefined, which is said, when there is none. */
async function findNative(target: string): Promise<string | undefined> {
  const made = await prepareNative();
  const path = target === Deno.build.target
    ? made.available ? nativePlace().library : undefined
    : prebuiltNative(target);
  if (path === undefined) {
    const why = "reason" in made && target === Deno.build.target
      ? made.reason
      : `it is built on a computer of that kind, or taken from .dev/zenoh/prebuilt/${target}/`;
    console.log(`The executable has no native Zenoh library: ${why}; see docs/building.md`);
  }
  return path;
}

/** The library through which native MuJoCo is called, for `target`: its path, or undefined, which is said, when there is none. */
async function findBarrier(target: string): Promise<string | undefined> {
  const made = target === Deno.build.target ? await prepareBarrier() : {
    available: false as const,
    reason: "it is built on a computer of that kind",
  };
  if (made.available) return made.library;
  console.log(`In the executable MuJoCo computes in WebAssembly only: ${made.reason}; see docs/building.md`);
  return undefined;
}

/**
 * Makes the one executable: `dist/uri`, or `dist/uri-TARGET` for another processor. Beside `dist/uri` it notes the sources that it
 * was made from, so that tests know whether it is current.
 */
export async function build(args: string[]): Promise<number> {
  const { target, prefix } = readOptions(args);
  const root = projectRoot();
  const native = await findNative(target);
  const barrier = await findBarrier(target);
  await notices([]);
  const denort = await findDenort(target);
  const output = `${root}/dist/${target === Deno.build.target ? "uri" : `uri-${target}`}`;
  const digest = sourceDigest();
  Deno.mkdirSync(`${root}/dist`, { recursive: true });

  // A running executable cannot be written, but replaced: it is made under another name.
  const made = `${output}.new`;
  const work = Deno.makeTempDirSync({ dir: `${root}/dist`, prefix: "build-" });
  try {
    const libraries = [
      ...(native === undefined ? [] : [{ place: ".dev/zenoh/liburi_zenoh.so", path: native }]),
      ...(barrier === undefined ? [] : [{ place: ".dev/mujoco/libmujoco_barrier.so", path: barrier }]),
    ];
    await compile(await makePayload(work, libraries, prefix), target, made, denort);
  } finally {
    Deno.removeSync(work, { recursive: true });
  }

  const size = Deno.statSync(made).size;
  if (size > LIMIT) {
    throw new ToolError(`Cannot build: ${made} has ${size} bytes, at most ${LIMIT} were wanted; see what is included`);
  }
  Deno.renameSync(made, output);
  // One that is for a certain place is none for the tests.
  if (target === Deno.build.target) {
    Deno.writeTextFileSync(
      `${output}.sources`,
      `${prefix === "" ? digest : `for ${prefix}`}\n${native === undefined ? WITHOUT_ZENOH : ""}\n`,
    );
  }
  console.log(`${output.slice(root.length + 1)}  ${(size / 1e6).toFixed(1)} MB`);
  return 0;
}

if (import.meta.main) await runTool(build);
