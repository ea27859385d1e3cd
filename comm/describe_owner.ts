import type { KeyOwner } from "./transport_error.ts";

/** An owner in a message: `uri manager 'mc_rtc.yaml' (pid 12 on arm-pc)`. */
export function describeOwner(owner: KeyOwner): string {
  if (owner.pid === 0) return owner.description;
  const on = owner.host === undefined ? "" : ` on ${owner.host}`;
  return `${owner.description} (pid ${owner.pid}${on})`;
}
