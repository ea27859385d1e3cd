import type { KeyOwner } from "./transport_error.ts";

/** The owner that `json` describes, or undefined when it is anything else: it may come from a foreign program. */
export function readKeyOwner(json: string): KeyOwner | undefined {
  try {
    const { pid, description } = JSON.parse(json);
    return Number.isInteger(pid) && typeof description === "string" ? { pid, description } : undefined;
  } catch {
    return undefined;
  }
}
