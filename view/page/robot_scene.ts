/// <reference lib="dom" />
// @ts-types="@types/three"
import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  type Mesh,
  type MeshPhongMaterial,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from "three";
// @ts-types="@types/three/examples/jsm/controls/OrbitControls.d.ts"
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { groundGrid } from "./ground_grid.ts";
import type { ModelObject } from "./model_object.ts";

const TURN = 0.12;
const NEARER = 0.85;
/** Angle from above at which the camera looks along the ground. */
const LOWEST = 0.49 * Math.PI;

/** The 3D picture: camera, light, ground and models. It draws when something has changed. */
export class RobotScene {
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(42, 1, 0.05, 100);
  readonly #renderer: WebGLRenderer;
  readonly #controls: OrbitControls;
  readonly #canvas: HTMLCanvasElement;
  readonly #models = new Set<ModelObject>();
  readonly #grid = groundGrid(new Color());
  #isStale = true;
  #isTouched = false;

  /** Draws on `canvas`. Throws when the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true });
    this.#camera.up.set(0, 0, 1);
    this.#camera.position.set(1.7, -1.7, 1.3);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.target.set(0, 0, 0.45);
    // From below one would see the ground, and from far away nothing.
    this.#controls.maxPolarAngle = LOWEST;
    this.#controls.minDistance = 0.1;
    this.#controls.maxDistance = 40;
    this.#controls.addEventListener("change", () => this.#isStale = true);
    this.#controls.addEventListener("start", () => this.#isTouched = true);
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(2, -3, 5);
    const back = new DirectionalLight(0xffffff, 0.6);
    back.position.set(-3, 3, 2);
    this.#scene.add(new HemisphereLight(0xffffff, 0x8a8f98, 1.6), sun, back, this.#grid);
    canvas.addEventListener("keydown", (event) => this.#steer(event));
    canvas.addEventListener("webglcontextrestored", () => this.#isStale = true);
    this.recolour();
  }

  /** Takes the colours of the theme, for floors too: what their file says of them suits one of both. */
  recolour(): void {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => new Color(style.getPropertyValue(name).trim());
    this.#scene.background = colour("--sky");
    this.#grid.material.color.copy(colour("--ground"));
    const floor = colour("--floor");
    for (const { group } of this.#models) {
      group.traverse((each) => {
        if (each.userData.isFloor === true) ((each as Mesh).material as MeshPhongMaterial).color.copy(floor);
      });
    }
    this.#isStale = true;
  }

  /** Puts a model into the scene. */
  add(model: ModelObject): void {
    this.#models.add(model);
    this.#scene.add(model.group);
    this.recolour();
    this.settle();
    this.#isStale = true;
  }

  /** Puts something else into the scene, which stays. */
  addOverlay(object: Object3D): void {
    this.#scene.add(object);
  }

  /** Takes all models away. */
  clear(): void {
    for (const model of this.#models) {
      this.#scene.remove(model.group);
      model.dispose();
    }
    this.#models.clear();
    this.#isStale = true;
  }

  /** Something has moved: the next turn draws. */
  touch(): void {
    this.#isStale = true;
  }

  /** Turns to where everything can be seen, unless the reader has turned already. */
  settle(): void {
    if (!this.#isTouched) this.fit();
  }

  /** Turns to where everything can be seen. */
  fit(): void {
    const box = new Box3();
    for (const model of this.#models) {
      model.group.updateMatrixWorld(true);
      for (const part of model.solid) part.traverse((each) => extend(box, each));
    }
    if (box.isEmpty()) return;
    const size = box.getSize(new Vector3()).length();
    const centre = box.getCenter(new Vector3());
    const way = this.#camera.position.clone().sub(this.#controls.target).normalize();
    const narrow = Math.min(1, this.#camera.aspect);
    this.#controls.target.copy(centre);
    this.#camera.position.copy(centre).addScaledVector(way, Math.max(0.4, size * 1.4 / narrow));
    this.#controls.update();
    this.#isStale = true;
  }

  /** Draws when something has changed; called before each picture of the screen. */
  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(2, devicePixelRatio);
    const { width: had, height: hadHeight } = this.#canvas;
    if (had !== Math.floor(width * ratio) || hadHeight !== Math.floor(height * ratio)) {
      this.#renderer.setPixelRatio(ratio);
      this.#renderer.setSize(width, height, false);
      this.#camera.aspect = width / height;
      this.#camera.updateProjectionMatrix();
      this.settle();
      this.#isStale = true;
    }
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** The picture as it is now, as PNG. */
  picture(): Promise<Blob | null> {
    this.#renderer.render(this.#scene, this.#camera);
    return new Promise((resolve) => this.#canvas.toBlob(resolve, "image/png"));
  }

  #steer(event: KeyboardEvent): void {
    const turns: Record<string, [number, number, number]> = {
      ArrowLeft: [-TURN, 0, 1],
      ArrowRight: [TURN, 0, 1],
      ArrowUp: [0, -TURN, 1],
      ArrowDown: [0, TURN, 1],
      "+": [0, 0, NEARER],
      "=": [0, 0, NEARER],
      "-": [0, 0, 1 / NEARER],
    };
    const turn = turns[event.key];
    if (turn === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#isTouched = true;
    // Spherical counts from y upwards.
    const { target } = this.#controls;
    const offset = this.#camera.position.clone().sub(target);
    const place = new Spherical().setFromCartesianCoords(offset.y, offset.z, offset.x);
    place.theta += turn[0];
    place.phi += turn[1];
    place.radius *= turn[2];
    place.makeSafe();
    const turned = new Vector3().setFromSpherical(place);
    this.#camera.position.set(target.x + turned.z, target.y + turned.x, target.z + turned.y);
    this.#controls.update();
    this.#isStale = true;
  }
}

/** Extends a box by a mesh, unless that is a floor. */
function extend(box: Box3, object: Object3D): void {
  const { geometry } = object as Mesh;
  if (geometry === undefined || geometry.type === "PlaneGeometry") return;
  geometry.computeBoundingBox();
  box.union(geometry.boundingBox!.clone().applyMatrix4(object.matrixWorld));
}
