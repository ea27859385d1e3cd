import type { MjOption } from "@mujoco/mujoco";

/** Options that are numbers. */
const NUMBERS = [
  "timestep",
  "integrator",
  "cone",
  "jacobian",
  "solver",
  "iterations",
  "ls_iterations",
  "noslip_iterations",
  "ccd_iterations",
  "tolerance",
  "ls_tolerance",
  "noslip_tolerance",
  "ccd_tolerance",
  "impratio",
  "density",
  "viscosity",
  "o_margin",
  "disableflags",
  "enableflags",
  "disableactuator",
] as const;
/** Options that are vectors. */
const VECTORS = ["gravity", "wind", "magnetic", "o_solref", "o_solimp", "o_friction"] as const;

/** Name of an option in a model's `<option>`, but for flags. */
export type PhysicsOption = typeof NUMBERS[number] | typeof VECTORS[number];

/** MuJoCo's options by value: a number is a vector of one. */
export type PhysicsOptions = Readonly<Record<PhysicsOption, readonly number[]>>;

/** The options of a model or of its specification, by value. */
export function takeOptions(options: MjOption): PhysicsOptions {
  return Object.fromEntries([
    ...NUMBERS.map((name) => [name, [options[name] as number]]),
    ...VECTORS.map((name) => [name, Array.from(options[name] as Float64Array)]),
  ]) as unknown as PhysicsOptions;
}
