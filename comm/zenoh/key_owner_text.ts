import type { KeyOwner } from "../transport_error.ts";
import { readKeyOwner } from "../read_key_owner.ts";

/** Who owns or asks, as it travels over Zenoh: JSON, beside a query or an answer, and percent-encoded as a chunk of a token's key. */
export const keyOwnerText = {
  /** The owner as the attachment of a query or an answer, with what else is to be told. */
  attachment(owner: KeyOwner, more: Readonly<Record<string, unknown>> = {}): Uint8Array {
    return new TextEncoder().encode(JSON.stringify({ ...owner, ...more }));
  },

  /** What an attachment says; an upstream program gives none. */
  read(attachment: Uint8Array | undefined): { owner: KeyOwner; more: Record<string, unknown> } {
    const text = new TextDecoder().decode(attachment ?? new Uint8Array());
    const owner = readKeyOwner(text);
    return owner === undefined ? { owner: UNKNOWN_OWNER, more: {} } : { owner, more: JSON.parse(text) };
  },

  /** Any text as one chunk of a key. */
  chunk(text: string): string {
    return encodeURIComponent(text).replaceAll("*", "%2A");
  },

  /** The owner that a chunk names, or undefined when it names none. */
  readChunk(chunk: string): KeyOwner | undefined {
    try {
      return readKeyOwner(decodeURIComponent(chunk));
    } catch {
      return undefined; // no percent-encoding: not made by this program
    }
  },

  /** Somebody who does not say who it is: a program in another language. Its messages bear no mark. */
  get unknown(): KeyOwner {
    return UNKNOWN_OWNER;
  },
};

const UNKNOWN_OWNER: KeyOwner = { pid: 0, description: "a program that does not say who it is", mark: 0 };
