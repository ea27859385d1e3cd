import { projectRoot } from "./project_root.ts";

/**
 * A native Zenoh library for `target` that was built elsewhere, where docs/building.md says that one may be put:
 * `.dev/zenoh/prebuilt/TARGET/liburi_zenoh.so`. Undefined when none is there.
 */
export function prebuiltNative(target: string): string | undefined {
  const path = `${projectRoot()}/.dev/zenoh/prebuilt/${target}/liburi_zenoh.so`;
  try {
    return Deno.statSync(path).isFile ? path : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
