import type { PageAnswer } from "./page_answer.ts";
import { VIEW_HEADERS } from "./view_headers.ts";

const encoder = new TextEncoder();

/** An answer of one line, for who reads it in a browser or by a tool. `headers`: more of them. */
export function textAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return {
    status,
    headers: { ...VIEW_HEADERS, "content-type": "text/plain; charset=utf-8", ...headers },
    body: encoder.encode(`${text}\n`),
  };
}
