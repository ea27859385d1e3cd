import type { KeyOwner } from "./transport_error.ts";

const LARGEST_MARK = 2 ** 30 - 1;

/** The owner that `json` describes, or undefined when it is anything else: it may come from a foreign program. */
export function readKeyOwner(json: string): KeyOwner | undefined {
  try {
    const { pid, description, host, mark } = JSON.parse(json);
    if (!Number.isInteger(pid) || typeof description !== "string") return undefined;
    const isMark = Number.isInteger(mark) && mark >= 0 && mark <= LARGEST_MARK;
    return { pid, description, ...(typeof host === "string" ? { host } : {}), ...(isMark ? { mark } : {}) };
  } catch {
    return undefined;
  }
}
