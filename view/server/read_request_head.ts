import { parseRequestHead } from "./parse_request_head.ts";

/** A request, and the bytes that came behind its head. */
export interface RequestHead {
  /** The request, without what it may bring. */
  readonly request: Request;
  /** What belongs to whatever follows. */
  readonly rest: Uint8Array;
}

/** Longest head [bytes]; browsers send some 700. */
const MOST = 16 * 1024;
const END = [13, 10, 13, 10];
// Each byte a character; what a URL or a header cannot hold is refused there.
const decoder = new TextDecoder("latin1");

/**
 * Reads the head of a request from a connection. Resolves to the status of a refusal where it is none, or too long, and to undefined when the other end
 * leaves before its end. Rejects when the connection is closed meanwhile: how long it may take is up to who calls.
 */
export async function readRequestHead(connection: Deno.Conn): Promise<RequestHead | number | undefined> {
  const bytes = new Uint8Array(MOST);
  let length = 0;
  while (length < MOST) {
    const more = await connection.read(bytes.subarray(length));
    if (more === null) return undefined;
    // The end may have come in two pieces.
    const from = Math.max(0, length - END.length + 1);
    length += more;
    const end = endIn(bytes.subarray(from, length));
    if (end < 0) continue;
    const request = parseRequestHead(decoder.decode(bytes.subarray(0, from + end)));
    return request === undefined ? 400 : { request, rest: bytes.subarray(from + end + END.length, length) };
  }
  return 431;
}

function endIn(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(END[0]); at >= 0; at = bytes.indexOf(END[0], at + 1)) {
    if (END.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}
