import type { MjOption } from "@mujoco/mujoco";

/** MuJoCo's options by value and by their names in `mjOption`; a number is a vector of one. */
export type PhysicsOptions = { readonly [name in MjOptionName]: readonly number[] };

/** Name of an option. */
export type MjOptionName =
  | "timestep"
  | "integrator"
  | "cone"
  | "jacobian"
  | "solver"
  | "iterations"
  | "ls_iterations"
  | "noslip_iterations"
  | "ccd_iterations"
  | "tolerance"
  | "ls_tolerance"
  | "noslip_tolerance"
  | "ccd_tolerance"
  | "impratio"
  | "density"
  | "viscosity"
  | "disableflags"
  | "enableflags"
  | "disableactuator"
  | "gravity"
  | "wind"
  | "magnetic"
  | "o_margin"
  | "o_solref"
  | "o_solimp"
  | "o_friction";

const OPTIONS: readonly MjOptionName[] = [
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
  "disableflags",
  "enableflags",
  "disableactuator",
  "gravity",
  "wind",
  "magnetic",
  "o_margin",
  "o_solref",
  "o_solimp",
  "o_friction",
];

/** The options of a model or of its specification, by value. */
export function takeOptions(options: MjOption): PhysicsOptions {
  const taken: Partial<Record<MjOptionName, readonly number[]>> = {};
  for (const name of OPTIONS) {
    const value: number | Float64Array = options[name];
    taken[name] = typeof value === "number" ? [value] : Array.from(value);
  }
  return taken as PhysicsOptions;
}
