import type { RobotModule } from "../../../schemas/robot_module.ts";

/** Where something stands in the world. */
export interface WorldPose {
  /** Position x, y, z [m]. */
  readonly position: readonly [number, number, number];
  /** Orientation as a unit quaternion w, x, y, z. */
  readonly orientation: readonly [number, number, number, number];
}

/** One robot of a world. */
export interface WorldSceneRobot {
  /** Its name: unique among robots and objects. */
  readonly name: string;
  /** Its model, MJCF or URDF: an absolute path. */
  readonly file: string;
  /** What managers know of it. */
  readonly module: RobotModule;
  /** Where the origin of its model stands. */
  readonly pose: WorldPose;
  /** Its period [ns]: a whole number of physics steps. */
  readonly periodNs: number;
  /** What its elements get in front of their names, so that several robots may have the same ones. Default: the name and a slash. */
  readonly prefix?: string;
  /** Keyframe of the model in which it starts. Default: `home`, else the first one, else the model's initial positions. */
  readonly keyframe?: string;
}

/** The shape of an object that is described by the scene; lengths in m. */
export type WorldShape =
  | { readonly kind: "box"; /** Whole lengths of the edges. */ readonly size: readonly [number, number, number] }
  | { readonly kind: "sphere"; readonly radius: number }
  | { readonly kind: "cylinder"; readonly radius: number; readonly length: number }
  | {
    readonly kind: "mesh"; /** Absolute path. */
    readonly file: string;
    readonly scale: readonly [number, number, number];
  };

/** An object with one shape. */
export interface WorldShapedObject {
  /** Its name: unique among robots and objects; also that of its body, its geom and its free joint. */
  readonly name: string;
  /** Where its origin starts: the centre of a box, sphere or cylinder, the origin of a mesh. */
  readonly pose: WorldPose;
  /** What it looks like and collides as. */
  readonly shape: WorldShape;
  /** True when it cannot move. */
  readonly isFixed: boolean;
  /** Mass [kg]; without it, it is made of water. */
  readonly mass?: number;
  /** Coefficients of sliding, torsional [m] and rolling [m] friction; those that are missing are MuJoCo's. */
  readonly friction?: readonly number[];
  /** Red, green, blue, opacity, each from 0 to 1. */
  readonly colour?: readonly [number, number, number, number];
}

/** An object that a model describes; it moves as that says, e.g. freely when its body has a free joint. */
export interface WorldModelObject {
  /** Its name: unique among robots and objects. Its elements get the name and a slash in front of theirs. */
  readonly name: string;
  /** Where the origin of its model stands. */
  readonly pose: WorldPose;
  /** Its model, MJCF or URDF: an absolute path. */
  readonly file: string;
}

/** Several robots and objects in one world: plain data, which can be sent to a worker. */
export interface WorldScene {
  /** File that describes it, for messages. */
  readonly file: string;
  /** Physics step [s]. Default: the shortest of the robots' models; without robots that of the environment, or 2 ms. */
  readonly timestepS?: number;
  /** Gravity [m/s²]. Default: that of the environment; without one that of the robots' models where they agree, else 0, 0, −9.81. */
  readonly gravity?: readonly [number, number, number];
  /** A model of what does not belong to a robot: an absolute path of an MJCF file, whose names stay as they are. */
  readonly environment?: string;
  /** True for an endless horizontal floor through the origin. */
  readonly ground: boolean;
  /** The robots. */
  readonly robots: readonly WorldSceneRobot[];
  /** The objects. */
  readonly objects: readonly (WorldShapedObject | WorldModelObject)[];
}
