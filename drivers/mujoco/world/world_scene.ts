import type { RobotModule } from "../../../schemas/robot_module.ts";

/** Where something stands in the world. */
export interface WorldPose {
  /** Position x, y, z [m]. */
  readonly position: readonly number[];
  /** Orientation, quaternion w, x, y, z of length 1. */
  readonly orientation: readonly number[];
}

/** A robot of a world. */
export interface SceneRobot {
  /** Its name, which is also that of its topics; unique. */
  readonly name: string;
  /** What the names of its elements begin with in the world; unique. */
  readonly prefix: string;
  /** Its MJCF or URDF file, absolute. */
  readonly file: string;
  /** Joints and sensors. */
  readonly module: RobotModule;
  /** Where its base stands. */
  readonly pose: WorldPose;
  /** Its period [ns]. */
  readonly periodNs: number;
  /** Keyframe of its model in which it starts; absent: `home`, or the first, or the model's initial position. */
  readonly keyframe?: string;
}

/** An object of a world. */
export interface SceneObject {
  /** Its name, unique among objects and robots. */
  readonly name: string;
  /** Shape, or `file`: an MJCF file. */
  readonly shape: "box" | "sphere" | "cylinder" | "capsule" | "mesh" | "file";
  /** Sizes as MuJoCo has them for the shape [m]: half lengths of a box, radius, radius and half length. */
  readonly size: readonly number[];
  /** Mesh or MJCF file, absolute; "" for other shapes. */
  readonly file: string;
  /** Where it stands at first. */
  readonly pose: WorldPose;
  /** True for one that moves. */
  readonly isFree: boolean;
  /** Mass [kg]; absent: by MuJoCo's density of 1000 kg/m³. */
  readonly mass?: number;
  /** Coefficients of friction: sliding, torsional, rolling; absent: MuJoCo's. */
  readonly friction?: readonly number[];
  /** Colour: red, green, blue, opacity, each from 0 to 1. */
  readonly colour?: readonly number[];
}

/** What a world is made of; plain data, which goes through `postMessage`. */
export interface WorldScene {
  /** The scene file, for messages. */
  readonly file: string;
  /** Physics step [s]; absent: the environment's, or the smallest of the robots' models. */
  readonly stepS?: number;
  /** Gravity x, y, z [m/s²]; absent: the environment's, or 0, 0, −9.81. */
  readonly gravity?: readonly number[];
  /** An MJCF file with what else there is, absolute. */
  readonly environment?: string;
  /** Whether there is a floor at z = 0. */
  readonly ground: boolean;
  /** The robots. */
  readonly robots: readonly SceneRobot[];
  /** The objects. */
  readonly objects: readonly SceneObject[];
}
