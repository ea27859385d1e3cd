import { gunzipSync } from "node:zlib";
import type { PageAnswer } from "./page_answer.ts";
import type { PageFile } from "./read_page_files.ts";
import { VIEW_HEADERS } from "./view_headers.ts";

/** The answer with a file of the page, packed as it lies where the other side takes that. */
export function fileAnswer(file: PageFile, request: Request): PageAnswer {
  const takesPacked = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  return {
    status: 200,
    headers: {
      ...VIEW_HEADERS,
      "content-type": file.type,
      ...(takesPacked ? { "content-encoding": "gzip" } : {}),
    },
    body: takesPacked ? file.packed : gunzipSync(file.packed),
  };
}
