import type { ControlMode } from "../../../schemas/control_mode.ts";
import type { OtherJoint } from "../other_joints.ts";
import type { JointDescription } from "../../../schemas/robot_module.ts";

/** One joint of a robot's module. */
export interface ReportedJoint {
  /** Its name. */
  readonly name: string;
  /** How it moves. */
  readonly type: JointDescription["type"];
  /** Where it starts [rad or m]. */
  readonly start: number;
  /** Its range in the model [rad or m]; null when it has none. */
  readonly range: readonly [number, number] | null;
  /** By mode, the actuators that serve it; none where the driver acts on the joint itself. */
  readonly actuators: Readonly<Record<ControlMode, readonly string[]>>;
}

/** One sensor of a robot's module. */
export interface ReportedSensor {
  /** Its name. */
  readonly name: string;
  /** Where it comes from: MuJoCo sensors of the model, ones that were added to the site or body of its name, or nowhere. */
  readonly source: "model" | "added" | "missing";
}

/** One robot of a world. */
export interface ReportedRobot {
  /** Its name. */
  readonly name: string;
  /** Name of its module. */
  readonly module: string;
  /** Its model's file. */
  readonly file: string;
  /** Its period [ns]. */
  readonly periodNs: number;
  /** Physics steps in a period. */
  readonly steps: number;
  /** The keyframe in which it starts, "" for the model's initial positions. */
  readonly keyframe: string;
  /** Keyframes that its model has. */
  readonly keyframes: readonly string[];
  /** Sum of its masses [kg]. */
  readonly massKg: number;
  /** True when its base moves freely: its pose is in no State. */
  readonly isFloating: boolean;
  /** Joints of the module, in its order. */
  readonly joints: readonly ReportedJoint[];
  /** IMUs of the module. */
  readonly bodySensors: readonly ReportedSensor[];
  /** Force sensors of the module. */
  readonly forceSensors: readonly ReportedSensor[];
  /** Joints of the model that are not in the module. */
  readonly otherJoints: readonly OtherJoint[];
  /** Actuators of the model that serve no joint of the module in any mode. */
  readonly otherActuators: readonly string[];
  /** Sensors of the model that belong to no sensor of the module. */
  readonly otherSensors: readonly string[];
  /** What may be wrong, one line each. */
  readonly warnings: readonly string[];
  /** What looks odd, one line each. */
  readonly notes: readonly string[];
}

/** Two things that touch. */
export interface ReportedContact {
  /** What touches, as `left (geom hand)`. */
  readonly between: readonly [string, string];
  /** How far they are inside each other [m]: more than 0. */
  readonly depth: number;
}

/** What a world is made of; plain data, as written into a JSON report. */
export interface WorldReport {
  /** File of the scene. */
  readonly file: string;
  /** Physics step [ns]. */
  readonly stepNs: number;
  /** Gravity [m/s²]. */
  readonly gravity: readonly number[];
  /** The robots. */
  readonly robots: readonly ReportedRobot[];
  /** Names of the objects. */
  readonly objects: readonly string[];
  /** Numbers of bodies, degrees of freedom and geoms of the world. */
  readonly sizes: { readonly bodies: number; readonly degreesOfFreedom: number; readonly geoms: number };
  /** Contacts that push things apart where they stand, the deepest first. */
  readonly contacts: readonly ReportedContact[];
  /** What people may want to know of how it was built, one line each. */
  readonly notes: readonly string[];
}
