/// <reference lib="dom" />
// @ts-types="@types/three"
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { FrameLayout } from "../feed/frame_layout.ts";
import { ForceScale } from "./force_scale.ts";

/** More than this is not drawn. */
const MOST = 256;
const COLOUR = 0xf0851a;
/** Sizes [m]: point, shaft, head. */
const POINT = 0.007;
const SHAFT = 0.0035;
const HEAD = 0.011;
const HEAD_LENGTH = 0.03;
const UP = new Vector3(0, 1, 0);

/** Contacts: a point where bodies touch, and an arrow for the force on the second body of each. They are seen through bodies. */
export class ContactArrows {
  /** All of it. */
  readonly group = new Group();
  readonly #scale = new ForceScale();
  readonly #points: InstancedMesh;
  readonly #shafts: InstancedMesh;
  readonly #heads: InstancedMesh;

  /** Nothing is shown yet. */
  constructor() {
    const material = new MeshBasicMaterial({ color: COLOUR, depthTest: false, transparent: true, opacity: 0.95 });
    this.#points = new InstancedMesh(new SphereGeometry(POINT, 12, 8), material, MOST);
    this.#shafts = new InstancedMesh(new CylinderGeometry(SHAFT, SHAFT, 1, 10).translate(0, 0.5, 0), material, MOST);
    this.#heads = new InstancedMesh(new ConeGeometry(HEAD, 1, 14).translate(0, 0.5, 0), material, MOST);
    for (const mesh of [this.#points, this.#shafts, this.#heads]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 10;
      mesh.count = 0;
      this.group.add(mesh);
    }
    this.group.visible = false;
  }

  /** Shows `contacts`, see `FrameLayout.CONTACT`; hides all without. Returns what it shows, in words. */
  show(contacts: Float64Array | undefined): string {
    this.group.visible = contacts !== undefined;
    if (contacts === undefined) return "";
    const all = Math.floor(contacts.length / FrameLayout.CONTACT);
    const count = Math.min(MOST, all);
    let largest = 0;
    for (let i = 0; i < all; i++) largest = Math.max(largest, forceOf(contacts, i).length());
    this.#scale.take(largest, performance.now());
    let arrows = 0;
    for (let i = 0; i < count; i++) {
      const at = FrameLayout.CONTACT * i;
      const place = new Vector3(contacts[at], contacts[at + 1], contacts[at + 2]);
      const force = forceOf(contacts, i);
      this.#points.setMatrixAt(i, new Matrix4().setPosition(place));
      const length = this.#scale.length(force.length());
      if (!(length > 1e-4)) continue;
      this.#arrow(arrows++, place, force.normalize(), length);
    }
    this.#points.count = count;
    this.#shafts.count = this.#heads.count = arrows;
    for (const mesh of [this.#points, this.#shafts, this.#heads]) mesh.instanceMatrix.needsUpdate = true;
    if (all === 0) return "No contacts";
    const shown = largest < 10 ? largest.toFixed(1) : largest.toFixed(0);
    return `${all} ${all === 1 ? "contact" : "contacts"}, largest ${shown} N; an arrow of 10 cm is ${+this.#scale
      .perTenCm.toPrecision(1)} N${all > MOST ? `; ${MOST} are drawn` : ""}`;
  }

  #arrow(index: number, place: Vector3, way: Vector3, length: number): void {
    const turn = new Quaternion().setFromUnitVectors(UP, way);
    const head = Math.min(HEAD_LENGTH, 0.5 * length);
    const neck = place.clone().addScaledVector(way, length - head);
    this.#shafts.setMatrixAt(index, new Matrix4().compose(place, turn, new Vector3(1, length - head, 1)));
    const width = head / HEAD_LENGTH;
    this.#heads.setMatrixAt(index, new Matrix4().compose(neck, turn, new Vector3(width, head, width)));
  }
}

function forceOf(contacts: Float64Array, index: number): Vector3 {
  const at = FrameLayout.CONTACT * index + 3;
  return new Vector3(contacts[at], contacts[at + 1], contacts[at + 2]);
}
