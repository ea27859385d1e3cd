import { zstdDecompressSync } from "node:zlib";
import { copyToMemory } from "../../core/native/copy_to_memory.ts";
import { NATIVE_SYMBOLS } from "./native_symbols.ts";

/**
 * The library as it lies beside the sources, where `./dev` puts it. The executable has it at the same place,
 * compressed, as `.zst`: all that it embeds is in the memory of every process.
 */
const PLACE = "../../.dev/zenoh/liburi_zenoh.so";

/** Version of the interface that NATIVE_SYMBOLS describes: what `uri_zenoh_abi_version` of the library must return. */
const ABI_VERSION = 1;

/** Name of the private copy, as it shows in /proc. */
const COPY = "liburi_zenoh.so";

/** The loaded library, or why there is none. */
export type LoadedNativeLibrary =
  | { readonly calls: Deno.DynamicLibrary<typeof NATIVE_SYMBOLS>["symbols"] }
  | { readonly reason: string };

let loaded: LoadedNativeLibrary | undefined;

/**
 * Loads the native library, once per thread; `place` is for tests. It is loaded from a copy in memory, which needs no
 * folder that is writable or that may hold programs, and which nobody can overwrite while it runs. The copy lives as
 * long as the process, and all threads take the same one: a file that is the same for the C library gives the same
 * instance.
 */
export function loadNativeLibrary(place: URL = new URL(PLACE, import.meta.url)): LoadedNativeLibrary {
  return loaded ??= load(place);
}

function load(place: URL): LoadedNativeLibrary {
  // One thread at a time. The folder is this process's own; a lock on it stops nobody else.
  using threads = Deno.openSync("/proc/self/fd");
  threads.lockSync(true);
  try {
    const path = findCopy() ?? copyToMemory(COPY, readLibrary(place)).path;
    const version = readVersion(path);
    if (version !== ABI_VERSION) {
      return {
        reason: `its interface has version ${version}, ${ABI_VERSION} was wanted: it was built from other sources`,
      };
    }
    return { calls: Deno.dlopen(path, NATIVE_SYMBOLS).symbols };
  } catch (error) {
    return { reason: explain(error) };
  }
}

/** The copy that another thread has made. */
function findCopy(): string | undefined {
  for (const { name } of Deno.readDirSync("/proc/self/fd")) {
    const path = `/proc/self/fd/${name}`;
    if (targetOf(path).startsWith(`/memfd:${COPY} `)) return path;
  }
  return undefined;
}

/** Where a descriptor leads; "" when it has been closed in the meantime. */
function targetOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return "";
  }
}

function readLibrary(place: URL): Uint8Array {
  try {
    return Deno.readFileSync(place);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return zstdDecompressSync(Deno.readFileSync(new URL(`${place.href}.zst`)));
  }
}

/** Asked for before the other functions: a library of another version need not have them. */
function readVersion(path: string): number {
  return Deno.dlopen(path, { uri_zenoh_abi_version: NATIVE_SYMBOLS.uri_zenoh_abi_version }).symbols
    .uri_zenoh_abi_version();
}

function explain(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "this build does not have it";
  const text = error instanceof Error ? error.message : `${error}`;
  return `it cannot be loaded: ${text.replace(/^Could not open library: /, "").replaceAll("\n", " ")}`;
}
