import { visible } from "../core/visible.ts";
import type { KeyOwner } from "./transport_error.ts";

const LARGEST_MARK = 2 ** 30 - 1;
const LONGEST_TEXT = 300;

/** The owner that `json` describes, or undefined when it is anything else: it may come from a foreign program. */
export function readKeyOwner(json: string): KeyOwner | undefined {
  try {
    const { pid, description, host, mark } = JSON.parse(json);
    if (!Number.isInteger(pid) || typeof description !== "string") return undefined;
    const isMark = Number.isInteger(mark) && mark >= 0 && mark <= LARGEST_MARK;
    const named = typeof host === "string" ? { host: printable(host) } : {};
    return { pid, description: printable(description), ...named, ...(isMark ? { mark } : {}) };
  } catch {
    return undefined;
  }
}

/** Text of a stranger as it may stand in a log: one line, without codes for a terminal, not too long. */
function printable(text: string): string {
  return visible(text.slice(0, LONGEST_TEXT)).slice(0, LONGEST_TEXT);
}
