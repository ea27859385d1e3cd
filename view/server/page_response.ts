import { gunzipSync } from "node:zlib";
import type { PageFile } from "./read_page_files.ts";

/** The answer with a file of the page, packed as it lies where the other side takes that. */
export function pageResponse(file: PageFile, request: Request, headers: Readonly<Record<string, string>>): Response {
  const takesPacked = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return new Response(takesPacked ? file.packed : new Uint8Array(gunzipSync(file.packed)), {
    headers: { ...headers, "content-type": file.type, ...(takesPacked ? { "content-encoding": "gzip" } : {}) },
  });
}
