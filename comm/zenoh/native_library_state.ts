import { loadNativeLibrary } from "./load_native_library.ts";

/** Whether the native Zenoh library can be used, and if not, why. */
export type NativeLibraryState = { readonly available: true } | { readonly available: false; readonly reason: string };

/** Tries to load the native library and tells what came out. Does not throw. The reason fits into brackets of a sentence. */
export function nativeLibraryState(): NativeLibraryState {
  const loaded = loadNativeLibrary();
  return "calls" in loaded ? { available: true } : { available: false, reason: loaded.reason };
}
