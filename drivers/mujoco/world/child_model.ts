import type { MjSpec } from "@mujoco/mujoco";
import type { PhysicsOptions } from "./take_options.ts";
import type { ChildCounts } from "./child_counts.ts";

/** A keyframe of a model, by itself. */
export interface ChildKey {
  /** Its name, "" when it has none. */
  readonly name: string;
  /** Positions. */
  readonly qpos: Float64Array;
  /** Velocities. */
  readonly qvel: Float64Array;
  /** Control inputs. */
  readonly ctrl: Float64Array;
  /** Activations. */
  readonly act: Float64Array;
  /** Positions of mocap bodies. */
  readonly mpos: Float64Array;
  /** Orientations of mocap bodies. */
  readonly mquat: Float64Array;
}

/** A model that has been read, looked at by itself, and prepared to be attached to a world. */
export interface ChildModel {
  /** Its file. */
  readonly file: string;
  /** What is attached. It belongs to the world's specification. */
  readonly spec: MjSpec;
  /** What it brings. */
  readonly counts: ChildCounts;
  /** Its keyframes; the world has none. */
  readonly keys: readonly ChildKey[];
  /** Positions of its free joints in its `qpos`. */
  readonly freeJoints: readonly number[];
  /** Its options. */
  readonly options: PhysicsOptions;
  /** Sum of its masses [kg]. */
  readonly mass: number;
  /** Sensors that were added, because the module has an IMU of the name of a body or site. */
  readonly addedSensors: readonly string[];
  /** True when something of it collides. */
  readonly collides: boolean;
}
