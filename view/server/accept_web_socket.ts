import { createHash } from "node:crypto";
import type { PageAnswer } from "./page_answer.ts";
import { textAnswer } from "./text_answer.ts";

/** What RFC 6455 adds to the key. */
const SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** What a server says to who opens a WebSocket by this request, `Sec-WebSocket-Accept`; the refusal where the request does not open one. */
export function acceptWebSocket({ method, headers }: Request): string | PageAnswer {
  const names = (header: string) => (headers.get(header) ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
  if (method !== "GET") return textAnswer(405, "a WebSocket is opened by GET");
  if (!names("upgrade").includes("websocket")) {
    return textAnswer(426, "a WebSocket was wanted", { upgrade: "websocket" });
  }
  if (!names("connection").includes("upgrade")) return textAnswer(400, "the header Connection: Upgrade was wanted");
  if (headers.get("sec-websocket-version") !== "13") {
    return textAnswer(426, "version 13 of WebSocket was wanted", {
      upgrade: "websocket",
      "sec-websocket-version": "13",
    });
  }
  const key = headers.get("sec-websocket-key") ?? "";
  if (!/^[A-Za-z0-9+/]{22}==$/.test(key)) {
    return textAnswer(400, "the header Sec-WebSocket-Key with 16 bytes in base64 was wanted");
  }
  return createHash("sha1").update(key + SALT).digest("base64");
}
