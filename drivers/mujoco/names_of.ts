import type { MjModel } from "@mujoco/mujoco";

/** The names at `addresses` of a compiled model (`name_jntadr`, …), "" for an element without name. */
export function namesOf(model: MjModel, addresses: Int32Array): string[] {
  const names: Int8Array = model.names;
  const decoder = new TextDecoder();
  return Array.from(addresses, (address) => decoder.decode(names.subarray(address, names.indexOf(0, address))));
}
