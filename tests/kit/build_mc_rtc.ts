import { hasProgram } from "./has_program.ts";
import { run } from "./run.ts";
import { projectRoot } from "../../tools/project_root.ts";
import { skipUnless } from "../skip_unless.ts";

const EIGEN = "/usr/include/eigen3/Eigen/Core";
const WARNINGS = "-Wall -Wextra -Wpedantic -Werror";

/** What {@link buildMcRtc.build} has built. */
export interface BuiltMcRtc {
  /** Prefix of the double of mc_rtc. */
  readonly double: string;
  /** Build folder of the controller: `cmake --install` takes it from there. */
  readonly controller: string;
}

let built: Promise<BuiltMcRtc> | undefined;

/** `controller/mc_rtc/` against the double of mc_rtc in `tests/doubles/mc_rtc/`. */
export const buildMcRtc = {
  /** For `ignore` of a test: true where what it takes is not installed. */
  isMissing(): boolean {
    return skipUnless(hasProgram("g++") && hasProgram("cmake"), "g++ and cmake are not installed") ||
      skipUnless(exists(EIGEN), "Eigen (Debian: libeigen3-dev) is not installed");
  },

  /** Builds both by CMake; what was built once is taken again while the sources are the same. */
  build(): Promise<BuiltMcRtc> {
    return built ??= buildOnce();
  },

  /** Installs the controller into a prefix, by CMake. */
  async install(prefix: string): Promise<void> {
    const { controller } = await buildMcRtc.build();
    await run(["cmake", "--install", controller, "--prefix", prefix]);
  },
};

async function buildOnce(): Promise<BuiltMcRtc> {
  const root = projectRoot();
  const [double, controller] = [`${root}/tests/doubles/mc_rtc`, `${root}/controller/mc_rtc`];
  const headers = `${root}/controller/include`;
  const texts = [await run(["g++", "--version"]), WARNINGS, ...[double, controller, headers].flatMap(textsBelow)];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("\0")));
  const name = [...new Uint8Array(digest)].slice(0, 16).map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cache = `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/uri-dev/mc_rtc/${name}`;
  const result = { double: `${cache}/double`, controller: `${cache}/controller` };
  if (exists(`${cache}/done`)) return result;
  Deno.mkdirSync(cache, { recursive: true });
  // Other tests may want it at the same time.
  using lock = Deno.openSync(`${cache}/lock`, { create: true, write: true });
  await lock.lock(true);
  if (exists(`${cache}/done`)) return result;
  const flags = [`-DCMAKE_CXX_FLAGS=${WARNINGS}`, "-DCMAKE_CXX_COMPILER=g++"];
  await cmake(double, `${cache}/double_build`, `-DCMAKE_INSTALL_PREFIX=${result.double}`, ...flags, [
    `-DURI_CONTROLLER_HEADERS=${headers}`,
  ]);
  await run(["cmake", "--install", `${cache}/double_build`]);
  await cmake(controller, result.controller, `-DCMAKE_PREFIX_PATH=${result.double}`, ...flags, [
    "-DCMAKE_BUILD_TYPE=Release",
  ]);
  Deno.writeTextFileSync(`${cache}/done`, "");
  return result;
}

async function cmake(source: string, build: string, ...options: (string | readonly string[])[]): Promise<void> {
  await run(["cmake", "-S", source, "-B", build, ...options.flat()]);
  await run(["cmake", "--build", build, "--parallel", "2"]);
}

function textsBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap(({ name, isDirectory }) =>
    isDirectory ? textsBelow(`${folder}/${name}`) : [name, Deno.readTextFileSync(`${folder}/${name}`)]
  );
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
