import { zstdDecompressSync } from "node:zlib";
import { sharedCopy } from "../../../core/native/shared_copy.ts";
import { BARRIER_SYMBOLS } from "./barrier_symbols.ts";

/** The library as `./dev` builds it beside the sources; the executable has it at the same place, compressed. */
const PLACE = "../../../.dev/mujoco/libmujoco_barrier.so";

/** What `uri_barrier_version` must return. */
const VERSION = 1;

/** The functions of the barrier. */
export type BarrierCalls = Deno.DynamicLibrary<typeof BARRIER_SYMBOLS>["symbols"];

let loaded: BarrierCalls | { readonly reason: string } | undefined;

/**
 * Loads the library through which MuJoCo's functions are called (`mujoco_barrier.c`), once per thread; all threads share one instance, as MuJoCo has
 * one handler of errors for all. Returns the reason, for brackets in a sentence, where this build does not have it.
 */
export function loadBarrier(): BarrierCalls | { readonly reason: string } {
  return loaded ??= load();
}

function load(): BarrierCalls | { readonly reason: string } {
  try {
    const path = sharedCopy("libmujoco_barrier.so", read);
    const calls = Deno.dlopen(path, BARRIER_SYMBOLS).symbols;
    const version = calls.uri_barrier_version();
    if (version === VERSION) return calls;
    return {
      reason: `the barrier library has version ${version}, ${VERSION} was wanted: it was built from other sources`,
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return { reason: "this build does not have the barrier library: no C compiler was there" };
    }
    return { reason: `the barrier library cannot be loaded: ${(error as Error).message}` };
  }
}

function read(): Uint8Array {
  const place = new URL(PLACE, import.meta.url);
  try {
    return Deno.readFileSync(place);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return zstdDecompressSync(Deno.readFileSync(new URL(`${place.href}.zst`)));
  }
}
