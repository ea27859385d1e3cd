import type { MujocoFields } from "./mujoco_fields.ts";

/** Kinds of elements of a model that have names. */
export type NamedKind = "body" | "joint" | "geom" | "site" | "actuator" | "sensor" | "key";

/** Two geoms that are close to each other or touch. */
export interface MujocoContact {
  /** Number of one; negative for a flexible body (`<flex>`), which has no geoms. */
  readonly geom1: number;
  /** Number of the other, likewise. */
  readonly geom2: number;
  /** Between the surfaces [m]; negative when one is inside the other. */
  readonly distance: number;
}

/**
 * A compiled model with its one state, whichever engine computes it.
 *
 * - Who creates: `MujocoEngine.open`, `MujocoEngine.adopt`. Who closes: whoever opened it, once; nothing of it may be called afterwards.
 * - Arrays are the memory in which MuJoCo computes: what is written into them is what it goes on with. They become empty when {@link isStale}
 *   (in WebAssembly, when its memory grows) and have to be asked for anew, and for good with {@link close}.
 * - Real-time safe: `isStale`, and what {@link bindStep} gives. All else may allocate.
 * - What MuJoCo cannot go on from is thrown as an `Error` with its text, but for steps; the simulation may be reset afterwards, and closed.
 */
export interface MujocoSimulation {
  /** Sizes of the model: `nq` positions, `nv` degrees of freedom, … */
  readonly sizes: Readonly<Record<MujocoFields["sizes"], number>>;
  /** Physics step [s]. */
  readonly timestep: number;
  /** Gravity [m/s²]. */
  readonly gravity: readonly number[];
  /** `opt.disableflags`: bits of `mjtDisableBit`. */
  disableFlags: number;
  /** `opt.disableactuator`: bits of groups of actuators that are switched off. */
  readonly disableActuator: number;
  /** True when arrays that were given out have become empty. Real-time safe. */
  readonly isStale: boolean;
  /** Names of all elements of a kind, by their number; "" for one without name. */
  names(kind: NamedKind): string[];
  /** An array of the model. */
  numbers(field: MujocoFields["numbers"]): Float64Array;
  /** An array of the model. */
  floats(field: MujocoFields["floats"]): Float32Array;
  /** An array of the model. */
  integers(field: MujocoFields["integers"]): Int32Array;
  /** Truth values of the model, 0 or 1; by value. */
  flags(field: MujocoFields["flags"]): Uint8Array;
  /** An array of the state. */
  state(field: MujocoFields["state"]): Float64Array;
  /** Puts the state back to the model's initial one. */
  reset(): void;
  /** Puts the state to keyframe number `key`. */
  resetToKey(key: number): void;
  /** Computes everything that follows from positions, velocities and controls: `mj_forward`. */
  forward(): void;
  /** Computes where bodies and sites are: `mj_kinematics`. */
  kinematics(): void;
  /** All contacts of the present state, those that are only near among them. */
  contacts(): MujocoContact[];
  /**
   * Writes the contacts that push, as many as fit, and returns their number. Eight numbers each: where, x, y, z [m]; the force on the body of the second
   * geom, in the frame of the world, x, y, z [N] (the first one's gets the opposite); the number of the first geom, and of the second.
   */
  readContacts(into: Float64Array): number;
  /** One physics step as a call that allocates nothing. */
  bindStep(): MujocoStep;
  /** Frees model and state, and empties the arrays that were given out. */
  close(): void;
}

/** One physics step, see {@link MujocoSimulation.bindStep}. */
export interface MujocoStep {
  /** When set, {@link step} does nothing: for a rehearsal of everything around it, and for good when the simulation is closed. */
  isIdle: boolean;
  /** Advances the state by `timestep`. Returns 0, or -1 when MuJoCo cannot go on. Real-time safe. */
  step(): number;
  /** MuJoCo's text of the last failure. */
  lastError(): string;
}
