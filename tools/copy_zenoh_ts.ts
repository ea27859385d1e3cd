import { fromFileUrl } from "./from_file_url.ts";
import { ToolError } from "./tool_error.ts";

/** A WebAssembly module and the script that it imports, and that imports it: a bundle keeps neither. */
const FILES = ["zenoh_keyexpr_wrapper_bg.js", "zenoh_keyexpr_wrapper_bg.wasm"];

/** Copies to `folder`, beside the bundle, what the package `@eclipse-zenoh/zenoh-ts` has of WebAssembly. */
export function copyZenohTs(folder: string): void {
  const script = new URL(import.meta.resolve("@eclipse-zenoh/zenoh-ts"));
  if (script.protocol !== "file:" || !script.pathname.endsWith("/dist/index.js")) {
    throw new ToolError(
      `Cannot build: the package @eclipse-zenoh/zenoh-ts begins at ${script.href}, a file dist/index.js was wanted; see tools/copy_zenoh_ts.ts`,
    );
  }
  for (const file of FILES) {
    Deno.writeFileSync(`${folder}/${file}`, Deno.readFileSync(fromFileUrl(new URL(`key_expr/${file}`, script))), {
      mode: 0o644,
    });
  }
}
