import type { LogLevel } from "../../core/log/logger.ts";
import type { BodyGeometry } from "../geometry/model_geometry.ts";

/** A joint, as a page gets it: infinite limits are null. */
export interface PageJoint {
  /** Its name. */
  readonly name: string;
  /** How it moves. */
  readonly type: "revolute" | "prismatic";
  /** Lower limit [rad or m]. */
  readonly lower: number | null;
  /** Upper limit [rad or m]. */
  readonly upper: number | null;
  /** Largest speed [rad/s or m/s]. */
  readonly velocity: number | null;
  /** Largest torque or force [Nm or N]. */
  readonly effort: number | null;
}

/** A robot, as a page gets it. */
export interface PageRobot {
  /** Its name. */
  readonly name: string;
  /** Name of its module. */
  readonly module: string;
  /** What its Commands are. */
  readonly mode: "position" | "velocity" | "torque";
  /** Its period [ns]. */
  readonly periodNs: number;
  /** How it is reached. */
  readonly protocol: string;
  /** Its joints. */
  readonly joints: readonly PageJoint[];
  /** Names of its force sensors. */
  readonly forceSensors: readonly string[];
}

/** What a page is told first, once it is connected. */
export interface HelloMessage {
  /** Kind of message. */
  readonly type: "hello";
  /** The run: another one has another word. */
  readonly session: string;
  /** What runs. */
  readonly title: string;
  /** Milliseconds since 1970 at the time 0 of frames and events. */
  readonly startMs: number;
  /** The robots. */
  readonly robots: readonly PageRobot[];
  /** Plots that are left out, by name. */
  readonly unmeasured: readonly string[];
  /** Whether time is simulated. */
  readonly isSimulated: boolean;
  /** Whether contacts can be asked for. */
  readonly hasContacts: boolean;
  /** The models, by number, with the number of their bodies whose poses are told, 0 for none. */
  readonly models: readonly { readonly name: string; readonly position: readonly number[]; readonly bodies: number }[];
}

/** How things stand with a robot from now on. */
export interface EventMessage {
  /** Kind of message. */
  readonly type: "event";
  /** When [s]. */
  readonly timeS: number;
  /** Number of the robot. */
  readonly robot: number;
  /** See `ConnectionState`. */
  readonly state: number;
  /** Why. */
  readonly reason: string;
}

/** A line of the log. */
export interface LogMessage {
  /** Kind of message. */
  readonly type: "log";
  /** When [s], before the view was opened less than 0. */
  readonly timeS: number;
  /** Its level. */
  readonly level: LogLevel;
  /** The line. */
  readonly message: string;
}

/** The process ends. */
export interface ByeMessage {
  /** Kind of message. */
  readonly type: "bye";
}

/** Every message of text to a page; frames are binary. */
export type ViewMessage = HelloMessage | EventMessage | LogMessage | ByeMessage;

/** The answer for a model: bodies, and where the numbers of its meshes begin in the binary file beside it; or why there is nothing to draw. */
export type ModelDocument =
  | {
    readonly bodies: readonly BodyGeometry[];
    /** Numbers (32 bits) in each mesh for corners, and as many again for directions. */
    readonly meshes: readonly number[];
    readonly notes: readonly string[];
  }
  | { readonly error: string };
