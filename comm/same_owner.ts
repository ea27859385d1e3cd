import type { KeyOwner } from "./transport_error.ts";

/** True when two descriptions are of the same process, as far as they tell. */
export function sameOwner(a: KeyOwner, b: KeyOwner): boolean {
  return a.pid === b.pid && a.mark === b.mark && a.host === b.host;
}
