import { TransportError } from "../transport_error.ts";
import { loadNativeLibrary } from "./load_native_library.ts";
import type { NATIVE_SYMBOLS } from "./native_symbols.ts";

/** The functions of the native library. */
export type NativeCalls = Deno.DynamicLibrary<typeof NATIVE_SYMBOLS>["symbols"];

/**
 * The native Zenoh library: loaded at the first call, once per thread, and never unloaded. All threads of the process
 * get the same instance, so that what one of them has opened (a pointer) another may use. Blocks for some 50 ms the
 * first time. Throws a {@link TransportError} of the kind `unavailable` where there is none.
 */
export function openNativeLibrary(): NativeCalls {
  const loaded = loadNativeLibrary();
  if ("calls" in loaded) return loaded.calls;
  throw new TransportError(
    "unavailable",
    "Cannot open a Zenoh session: network_interface.protocol 'zenoh' and 'zenoh/shm' need the native Zenoh library, which " +
      `cannot be had here (${loaded.reason}); use network_interface.remote_api: ws://host:port with any router that has ` +
      "the remote API, or install cargo and run ./dev build",
  );
}
