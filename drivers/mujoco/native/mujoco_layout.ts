import type { MujocoConstants } from "../mujoco_constants.ts";

/**
 * An array: its name, bytes of an element, and what its rows and columns are the product of, numbers or names of sizes of the model:
 * `actuator_gear 8 nout 6`. Where its pointer stands follows from its place in the list.
 */
export type MujocoArray = string;

/** Arrays whose pointers follow each other in a structure, and whose memory follows each other in one buffer. */
export interface MujocoArrays {
  /** Bytes of the structure. */
  readonly bytes: number;
  /** Offset of the size of the buffer [byte], a 64-bit number. */
  readonly nbuffer: number;
  /** Offset of the pointer to the buffer. */
  readonly buffer: number;
  /** Offset of the pointer to the first array; the others follow. */
  readonly first: number;
  /** The arrays. */
  readonly arrays: readonly MujocoArray[];
}

/** Numbers of enumerations that only the checks of a library need, by their names. */
export type CheckedConstants = Readonly<
  Record<
    | `mjOBJ_${"BODY" | "JOINT" | "GEOM" | "ACTUATOR" | "SENSOR" | "KEY"}`
    | `mjSTATE_${"QPOS" | "QVEL" | "ACT" | "CTRL"}`,
    number
  >
>;

/** Where things are in the memory of one version of MuJoCo; all offsets are in bytes. */
export interface MujocoLayout {
  /** As `3.14.0`. */
  readonly version: string;
  /** What `mj_version()` returns. */
  readonly number: number;
  /** Sizes of a model: 64-bit numbers that follow each other from `first` on. */
  readonly sizes: { readonly first: number; /** Their names, with spaces between them. */ readonly names: string };
  /** `mjModel`; `opt`: where its `mjOption` stands. */
  readonly model: MujocoArrays & { readonly opt: number };
  /** `mjData`; `ncon`: number of contacts, 32 bits; `contact`: pointer to them. */
  readonly data: MujocoArrays & { readonly ncon: number; readonly contact: number };
  /** `mjOption`. */
  readonly option: Readonly<Record<"timestep" | "gravity" | "disableflags" | "disableactuator", number>>;
  /** `mjContact`. */
  readonly contact: Readonly<Record<"bytes" | "dist" | "pos" | "frame" | "geom1" | "geom2" | "efc_address", number>>;
  /** Numbers of enumerations. */
  readonly constants: MujocoConstants & CheckedConstants;
}
