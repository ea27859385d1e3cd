import { type CargoFound, findCargo } from "./find_cargo.ts";
import { isFile } from "./is_file.ts";
import { nativeDigest } from "./native_digest.ts";
import { nativePlace } from "./native_place.ts";
import { prebuiltNative } from "./prebuilt_native.ts";
import { runCargo } from "./run_cargo.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

/** Libraries of other sources that the cache keeps: going back to a state of some days ago builds nothing. */
const KEPT = 4;

/** What came out: the library is at `nativePlace().library`, or why it is not. */
export type NativeState = { readonly available: true } | { readonly available: false; readonly reason: string };

/**
 * Makes the native Zenoh library for programs that run from source: nothing when it is current; from the cache; by
 * `cargo`, which is said; or the one that was built elsewhere. Where none of it can be had, or the build fails, there
 * is no library afterwards (never one of other sources), and everything but Zenoh goes on; in CI that is an error
 * (`ToolError`).
 */
export async function prepareNative(): Promise<NativeState> {
  const cargo = await findCargo();
  const state = "reason" in cargo ? takePrebuilt(cargo.reason) : await fromSources(cargo);
  if (!state.available) {
    remove();
    if (Deno.env.get("CI")) {
      throw new ToolError(`Cannot build the native Zenoh library: ${state.reason}; see docs/building.md`);
    }
  }
  return state;
}

function takePrebuilt(reason: string): NativeState {
  const prebuilt = prebuiltNative(Deno.build.target);
  if (prebuilt === undefined) return { available: false, reason };
  const { size, mtime } = Deno.statSync(prebuilt);
  install(prebuilt, `prebuilt ${size} ${mtime?.getTime()}`, new Date());
  return { available: true };
}

async function fromSources(cargo: CargoFound): Promise<NativeState> {
  const seen = new Date();
  const digest = nativeDigest(cargo.compiler);
  if (isInstalled(digest, seen)) return { available: true };
  const kept = `${nativePlace().cache}/zenoh-${digest}/liburi_zenoh.so`;
  if (!isFile(kept)) {
    console.error(
      "./dev: building the native Zenoh library (once for these sources; the first time takes some minutes)",
    );
    const { code, output, seconds } = await runCargo(cargo, ["build", "--release", "--locked", "--lib"], {
      show: true,
      unless: () => isFile(kept),
      andThen: () => {
        // Sources that changed in the meantime are built under their own digest.
        if (nativeDigest(cargo.compiler) === digest) {
          keep(`${cargo.env.CARGO_TARGET_DIR}/release/liburi_zenoh.so`, kept);
        }
      },
    });
    if (code !== 0) {
      const text = output.trimEnd().split("\n").filter((line) => !/^ *(Compiling|Downloaded) /.test(line)).join("\n");
      console.error(
        `${
          text === "" ? "" : `${text}\n`
        }./dev: the native Zenoh library was not built; without it Zenoh cannot be used`,
      );
      return { available: false, reason: "its build failed, the reasons stand above" };
    }
    if (!isFile(kept)) return await fromSources(cargo);
    const size = `${(Deno.statSync(kept).size / 1e6).toFixed(1)} MB`;
    console.error(`./dev: built the native Zenoh library in ${seconds.toFixed(0)} s, ${size}`);
  }
  install(kept, digest, seen);
  return { available: true };
}

/** Puts what was built into the cache, and the oldest others out of it. */
function keep(built: string, kept: string): void {
  const folder = kept.replace(/\/[^/]*$/, "");
  Deno.mkdirSync(folder, { recursive: true });
  replace(built, kept);
  const cache = folder.replace(/\/[^/]*$/, "");
  const others = [...Deno.readDirSync(cache)]
    .filter(({ name }) => /^zenoh-[0-9a-f]{64}$/.test(name))
    .map(({ name }) => ({ path: `${cache}/${name}`, time: Deno.statSync(`${cache}/${name}`).mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of others.slice(KEPT)) Deno.removeSync(path, { recursive: true });
}

/** True when the library is there and was made from the sources of this digest, which were `seen` then. */
function isInstalled(digest: string, seen: Date): boolean {
  const { library } = nativePlace();
  if (!isFile(library) || !isFile(`${library}.sources`)) return false;
  if (Deno.readTextFileSync(`${library}.sources`).trim() !== digest) return false;
  // ./dev compares times only, and need not ask the next time.
  Deno.utimeSync(library, seen, seen);
  return true;
}

function install(from: string, digest: string, seen: Date): void {
  if (isInstalled(digest, seen)) return;
  const { library } = nativePlace();
  Deno.mkdirSync(library.replace(/\/[^/]*$/, ""), { recursive: true });
  replace(from, library);
  Deno.utimeSync(library, seen, seen);
  Deno.writeTextFileSync(`${library}.sources`, `${digest}\n`);
}

/** Copies under another name, and renames: whoever has the old file open keeps it, and nobody sees half a file. */
function replace(from: string, to: string): void {
  const work = `${to}.${Deno.pid}`;
  Deno.copyFileSync(from, work);
  Deno.renameSync(work, to);
}

function remove(): void {
  const { library } = nativePlace();
  for (const path of [library, `${library}.sources`]) {
    try {
      Deno.removeSync(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

if (import.meta.main) {
  await runTool(async () => {
    await prepareNative();
    return 0;
  });
}
