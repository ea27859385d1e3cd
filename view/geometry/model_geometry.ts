/** Three numbers [m], or a direction. */
export type Vector = readonly [number, number, number];
/** A unit quaternion: w, x, y, z. */
export type Rotation = readonly [number, number, number, number];

/** A joint between a body and its parent. The position of the joint comes from a robot, or does not change. */
export interface JointGeometry {
  /** How it moves. */
  readonly type: "revolute" | "prismatic";
  /** Axis, in the frame of the body. */
  readonly axis: Vector;
  /** A point on the axis, in the frame of the body [m]. */
  readonly anchor: Vector;
  /** Position at which the body stands as its own pose says [rad or m]. */
  readonly reference: number;
  /** Number of the robot whose joint moves it; -1 for none. */
  readonly robot: number;
  /** Number of that joint in the robot's module. */
  readonly joint: number;
  /** Position = scale · position of that joint + offset. */
  readonly scale: number;
  /** See `scale`; without a robot, the position itself [rad or m]. */
  readonly offset: number;
}

/** A part of a body that is drawn. */
export interface ShapeGeometry {
  /**
   * What it is; `size` [m]: plane (half lengths in x and y, 0 for endless), sphere (radius), capsule and cylinder (radius, half length along z),
   * ellipsoid and box (half lengths), mesh (factors).
   */
  readonly type: "plane" | "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh";
  /** See `type`. */
  readonly size: Vector;
  /** Its centre, in the frame of the body [m]. */
  readonly position: Vector;
  /** Its orientation in the frame of the body. */
  readonly rotation: Rotation;
  /** Red, green, blue, opacity: 0 … 1. */
  readonly colour: readonly [number, number, number, number];
  /** For a mesh its number in `meshes`, else -1. */
  readonly mesh: number;
}

/** A body: it moves as a whole. */
export interface BodyGeometry {
  /** Its name, "" for none. */
  readonly name: string;
  /** Number of its parent, which comes before it; -1 for none. */
  readonly parent: number;
  /** Its position in the frame of the parent, when its joints stand at their references [m]. */
  readonly position: Vector;
  /** Its orientation there. */
  readonly rotation: Rotation;
  /** Its joints, in the order in which they move it. */
  readonly joints: readonly JointGeometry[];
  /** What is drawn. */
  readonly shapes: readonly ShapeGeometry[];
  /** True for what belongs to a robot: its ghost is drawn. */
  readonly isRobot: boolean;
}

/** Triangles: nine numbers each for corners [m] and for the directions in which the surface looks there. */
export interface MeshGeometry {
  /** Corners. */
  readonly positions: Float32Array;
  /** Directions. */
  readonly normals: Float32Array;
}

/** The bodies, joints and shapes of a robot or a world, ready to be drawn. */
export interface ModelGeometry {
  /** Bodies, parents before children. */
  readonly bodies: readonly BodyGeometry[];
  /** Meshes of the shapes. */
  readonly meshes: readonly MeshGeometry[];
  /** What could not be drawn, for the user; a line each. */
  readonly notes: readonly string[];
}
