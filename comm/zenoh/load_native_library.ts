import { zstdDecompressSync } from "node:zlib";
import { sharedCopy } from "../../core/native/shared_copy.ts";
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
 * Loads the native library, once per thread; `place` is for tests. It is loaded from a copy in memory
 * that all threads share, see `sharedCopy`.
 */
export function loadNativeLibrary(place: URL = new URL(PLACE, import.meta.url)): LoadedNativeLibrary {
  return loaded ??= load(place);
}

function load(place: URL): LoadedNativeLibrary {
  try {
    const path = sharedCopy(COPY, () => readLibrary(place));
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
