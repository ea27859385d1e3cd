import type { MjOption } from "@mujoco/mujoco";
import type { MjOptionName, PhysicsOptions } from "./take_options.ts";

/** Writes options into those of a specification. */
export function putOptions(options: PhysicsOptions, into: MjOption): void {
  const target = into as unknown as Record<string, number | Float64Array>;
  for (const name of Object.keys(options) as MjOptionName[]) {
    const current = target[name];
    if (typeof current === "number") target[name] = options[name][0];
    else current.set(options[name]);
  }
}
