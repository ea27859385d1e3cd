/// <reference lib="dom" />
// @ts-types="@types/three"
import { Group, type Material, Mesh, MeshBasicMaterial, type MeshPhongMaterial, Object3D } from "three";
import { FrameLayout } from "../feed/frame_layout.ts";
import type { BodyGeometry, JointGeometry, ModelGeometry } from "../geometry/model_geometry.ts";
import { bodyPose } from "./body_pose.ts";
import { shapeObject } from "./shape_object.ts";

const GHOST_OPACITY = 0.3;
/** A command further than this from where the robot is shows as a ghost [rad or m]. */
const VISIBLE = 2e-3;

/** Where the numbers of a model are in a frame. */
export interface ModelPlaces {
  /** Begin of the robots' values. */
  readonly robots: readonly number[];
  /** Number of joints, by robot. */
  readonly joints: readonly number[];
  /** Whether a robot's commands are positions. */
  readonly isPosition: readonly boolean[];
  /** Begin of the bodies' poses; -1 when joints move them. */
  readonly poses: number;
}

/** One model in the scene, with the ghost of what is commanded. */
export class ModelObject {
  /** All of it. */
  readonly group = new Group();
  readonly #places: ModelPlaces;
  /** By body, the robot that it belongs to; -1 for none. */
  readonly #owners: readonly number[];
  readonly #bodies: readonly BodyGeometry[];
  readonly #objects: readonly Object3D[];
  readonly #ghosts: readonly Object3D[];
  readonly #ghost = new Group();
  readonly #materials: { readonly material: MeshPhongMaterial; readonly robot: number }[] = [];
  /** Numbers of the robots that the model has. */
  readonly #robots: ReadonlySet<number>;

  /** Makes it. `isFloor`: shapes that the scene's own ground stands for are left out. */
  constructor(geometry: ModelGeometry, position: readonly number[], places: ModelPlaces) {
    const { bodies } = geometry;
    this.#places = places;
    this.#bodies = bodies;
    const owners = this.#owners = ownersOf(bodies);
    this.#robots = new Set(owners.filter((robot) => robot >= 0));
    const isFlat = places.poses >= 0;
    this.#objects = bodies.map((body, index) => {
      const object = new Object3D();
      for (const shape of body.shapes) {
        const mesh = shapeObject(shape, geometry.meshes);
        object.add(mesh);
        this.#materials.push({ material: mesh.material, robot: owners[index] });
      }
      return object;
    });
    const material = new MeshBasicMaterial({
      color: 0x3b82f6,
      transparent: true,
      opacity: GHOST_OPACITY,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: 1,
    });
    this.#ghosts = bodies.map((_, index) => {
      const object = new Object3D();
      if (owners[index] < 0) return object;
      for (const child of this.#objects[index].children as Mesh[]) {
        const copy = child.clone();
        copy.material = material as Material;
        object.add(copy);
      }
      return object;
    });
    bodies.forEach(({ parent }, index) => {
      (parent < 0 || isFlat ? this.group : this.#objects[parent]).add(this.#objects[index]);
      (parent < 0 ? this.#ghost : this.#ghosts[parent]).add(this.#ghosts[index]);
    });
    this.group.add(this.#ghost);
    this.group.position.set(position[0], position[1], position[2]);
    this.#ghost.visible = false;
  }

  /** What is solid of it, for its size. */
  get solid(): readonly Object3D[] {
    return this.group.children.filter((child) => child !== this.#ghost);
  }

  /** Shows what a frame tells. `isGhost`: also what is commanded. */
  show(frame: Float64Array, isGhost: boolean): void {
    const { poses } = this.#places;
    const measured = (joint: JointGeometry) => this.#position(frame, joint, 0);
    this.#bodies.forEach((body, index) => {
      const object = this.#objects[index];
      if (poses < 0) return bodyPose(object, body, measured);
      place(object, frame, poses + FrameLayout.POSE * index);
    });
    this.#showGhosts(frame, isGhost);
  }

  /** Ghosts of the robots that are away from where they are commanded to be. */
  #showGhosts(frame: Float64Array, isGhost: boolean): void {
    const away = new Set([...this.#robots].filter((robot) => isGhost && this.#isAway(frame, robot)));
    this.#ghost.visible = away.size > 0;
    if (!this.#ghost.visible) return;
    const { poses } = this.#places;
    const commanded = (joint: JointGeometry) => this.#position(frame, joint, 3);
    this.#bodies.forEach((body, index) => {
      const ghost = this.#ghosts[index];
      const owner = this.#owners[index];
      for (const shape of ghost.children) {
        if (shape instanceof Mesh) shape.visible = away.has(owner);
      }
      // A base that moves freely is where it is: nobody commands it.
      const isBase = poses >= 0 && owner >= 0 && body.joints.length === 0 && this.#owners[body.parent] !== owner;
      if (isBase) place(ghost, frame, poses + FrameLayout.POSE * index);
      else bodyPose(ghost, body, commanded);
    });
  }

  /** Colours the robots that `isBad` is true for. */
  alarm(isBad: (robot: number) => boolean): void {
    for (const { material, robot } of this.#materials) {
      material.emissive.setHex(robot >= 0 && isBad(robot) ? 0x8a1015 : 0);
    }
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    this.group.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh>;
      geometry?.dispose();
      (material as Material | undefined)?.dispose();
    });
  }

  /** Position of a joint by the measured (0) or the commanded (3) vector; where it is not known, the measured one, and at last its reference. */
  #position(frame: Float64Array, { robot, joint, scale, offset, reference }: JointGeometry, vector: number): number {
    if (robot < 0) return offset;
    const at = this.#places.robots[robot] + FrameLayout.ROBOT_VALUES + joint;
    const commanded = frame[at + vector * this.#places.joints[robot]];
    const value = Number.isFinite(commanded) && this.#places.isPosition[robot] ? commanded : frame[at];
    const known = vector === 0 ? frame[at] : value;
    return Number.isFinite(known) ? scale * known + offset : reference;
  }

  /** Whether a robot is away from where it is commanded to be. */
  #isAway(frame: Float64Array, robot: number): boolean {
    if (!this.#places.isPosition[robot]) return false;
    const count = this.#places.joints[robot];
    const at = this.#places.robots[robot] + FrameLayout.ROBOT_VALUES;
    for (let i = 0; i < count; i++) if (Math.abs(frame[at + 3 * count + i] - frame[at + i]) > VISIBLE) return true;
    return false;
  }
}

/** Puts a body where the frame has it in the scene. */
function place(object: Object3D, frame: Float64Array, at: number): void {
  object.position.set(frame[at], frame[at + 1], frame[at + 2]);
  object.quaternion.set(frame[at + 4], frame[at + 5], frame[at + 6], frame[at + 3]);
}

/** The robot that each body belongs to, by the joints on the way to it; -1 for none. Links before the first joint belong to that of the joint. */
function ownersOf(bodies: readonly BodyGeometry[]): number[] {
  const owners = bodies.map(({ joints }) => joints.find(({ robot }) => robot >= 0)?.robot ?? -1);
  bodies.forEach(({ parent }, index) => {
    if (owners[index] < 0 && parent >= 0) owners[index] = owners[parent];
  });
  for (let index = bodies.length - 1; index > 0; index--) {
    const { parent, isRobot } = bodies[index];
    if (isRobot && parent >= 0 && owners[parent] < 0 && bodies[parent].isRobot) owners[parent] = owners[index];
  }
  return owners;
}
