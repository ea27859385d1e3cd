import { DOMParser, type Element } from "@xmldom/xmldom";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { findMeshFile } from "./find_mesh_file.ts";
import type {
  BodyGeometry,
  JointGeometry,
  MeshGeometry,
  ModelGeometry,
  Rotation,
  ShapeGeometry,
  Vector,
} from "./model_geometry.ts";
import { readMesh } from "./read_mesh.ts";

type Colour = ShapeGeometry["colour"];

const GREY: Colour = [0.7, 0.72, 0.75, 1];
const STRAIGHT: Rotation = [1, 0, 0, 0];
/** Half the thickness of what is drawn for links without shapes [m]. */
const THIN = 0.02;

/**
 * Links, joints and visual shapes of a URDF that has been read as a robot module before. Links without any shape in the whole file are drawn as thin
 * boxes from joint to joint. What cannot be drawn is noted, and the rest is. Throws what reading the file says.
 */
export function readUrdfGeometry(file: string, module: RobotModule, robot: number): ModelGeometry {
  const document = new DOMParser({ onError: () => {} }).parseFromString(Deno.readTextFileSync(file), "text/xml");
  const root = document.documentElement!;
  const links = childrenOf(root, "link");
  const joints = childrenOf(root, "joint");
  const materials = new Map(
    childrenOf(root, "material").flatMap((each) => {
      const colour = colourIn(each);
      return colour === undefined ? [] : [[each.getAttribute("name") ?? "", colour] as const];
    }),
  );
  const reader = new ShapeReader(file, materials);
  const jointOf = new Map(joints.map((joint) => [linkOf(joint, "child"), joint]));
  const order = parentsFirst(links.map((link) => link.getAttribute("name") ?? ""), jointOf);
  const byName = new Map(links.map((link) => [link.getAttribute("name") ?? "", link]));
  const sources = new Map(module.joints.map(({ name }, joint) => [name, { robot, joint, scale: 1, offset: 0 }]));
  for (const joint of joints) follow(joint, sources);
  const bodies = order.map((name): BodyGeometry => {
    const joint = jointOf.get(name);
    const origin = joint === undefined ? undefined : childrenOf(joint, "origin")[0];
    return {
      name,
      parent: joint === undefined ? -1 : order.indexOf(linkOf(joint, "parent")),
      ...poseOf(origin),
      joints: joint === undefined ? [] : jointGeometry(joint, sources),
      shapes: childrenOf(byName.get(name)!, "visual").flatMap((visual) => reader.read(visual)),
      isRobot: true,
    };
  });
  const isBare = bodies.every(({ shapes }) => shapes.length === 0);
  return {
    bodies: isBare ? bodies.map((body, index) => withBones(body, index, bodies)) : bodies,
    meshes: reader.meshes,
    notes: [...reader.notes, ...(isBare ? [`${file} has no shapes that can be drawn: boxes show the links`] : [])],
  };
}

/** Reads the `<visual>` elements of a file. */
class ShapeReader {
  readonly meshes: MeshGeometry[] = [];
  readonly notes = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #file: string;
  readonly #materials: ReadonlyMap<string, Colour>;

  constructor(file: string, materials: ReadonlyMap<string, Colour>) {
    this.#file = file;
    this.#materials = materials;
  }

  read(visual: Element): ShapeGeometry[] {
    const shape = childrenOf(childrenOf(visual, "geometry")[0])[0];
    if (shape === undefined) return [];
    const material = childrenOf(visual, "material")[0];
    const named = this.#materials.get(material?.getAttribute("name") ?? "");
    const colour = (material === undefined ? undefined : colourIn(material)) ?? named ?? GREY;
    const base = { ...poseOf(childrenOf(visual, "origin")[0]), colour, mesh: -1 };
    const half = (key: string) => Number(shape.getAttribute(key)) / 2;
    const radius = Number(shape.getAttribute("radius"));
    switch (shape.tagName) {
      case "box":
        return [{ ...base, type: "box", size: scaled(vectorOf(shape, "size", [0, 0, 0]), 0.5) }];
      case "cylinder":
      case "capsule":
        return [{ ...base, type: shape.tagName, size: [radius, half("length"), 0] }];
      case "sphere":
        return [{ ...base, type: "sphere", size: [radius, 0, 0] }];
      case "mesh": {
        const mesh = this.#mesh(shape.getAttribute("filename") ?? "");
        return mesh < 0 ? [] : [{ ...base, type: "mesh", size: vectorOf(shape, "scale", [1, 1, 1]), mesh }];
      }
      default:
        return [];
    }
  }

  /** The number of the mesh that `name` names; -1 when it cannot be drawn, which is noted. */
  #mesh(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    let number = -1;
    try {
      this.meshes.push(readMesh(findMeshFile(name, this.#file)));
      number = this.meshes.length - 1;
    } catch (error) {
      this.notes.add((error as Error).message);
    }
    this.#numbers.set(name, number);
    return number;
  }
}

function follow(joint: Element, sources: Map<string, Omit<JointGeometry, "type" | "axis" | "anchor" | "reference">>) {
  const mimic = childrenOf(joint, "mimic")[0];
  const leader = sources.get(mimic?.getAttribute("joint") ?? "");
  if (mimic === undefined || leader === undefined) return;
  const number = (key: string, missing: number) => Number(mimic.getAttribute(key) || missing);
  const scale = number("multiplier", 1);
  const offset = scale * leader.offset + number("offset", 0);
  sources.set(joint.getAttribute("name") ?? "", { ...leader, scale: scale * leader.scale, offset });
}

function jointGeometry(
  joint: Element,
  sources: ReadonlyMap<string, Pick<JointGeometry, "robot" | "joint" | "scale" | "offset">>,
): JointGeometry[] {
  const type = joint.getAttribute("type");
  const source = sources.get(joint.getAttribute("name") ?? "");
  if (source === undefined || type === "fixed") return [];
  const axis = vectorOf(childrenOf(joint, "axis")[0], "xyz", [1, 0, 0]);
  return [{
    type: type === "prismatic" ? "prismatic" : "revolute",
    axis: scaled(axis, 1 / (Math.hypot(...axis) || 1)),
    anchor: [0, 0, 0],
    reference: 0,
    ...source,
  }];
}

/** A body with boxes from its origin to those of its children. */
function withBones(body: BodyGeometry, index: number, all: readonly BodyGeometry[]): BodyGeometry {
  const shapes = all.filter(({ parent }) => parent === index).flatMap(({ position: [x, y, z] }): ShapeGeometry[] => {
    const length = Math.hypot(x, y, z);
    if (length < 1e-6) return [];
    // From z to the direction of the child: half of the turn, as a quaternion.
    const rotation: Rotation = z < -0.999999 * length ? [0, 1, 0, 0] : unit([length + z, -y, x, 0]);
    const position: Vector = [x / 2, y / 2, z / 2];
    return [{ type: "box", size: [THIN, THIN, length / 2], position, rotation, colour: GREY, mesh: -1 }];
  });
  const tip: ShapeGeometry = {
    type: "sphere",
    size: [1.4 * THIN, 0, 0],
    position: [0, 0, 0],
    rotation: STRAIGHT,
    colour: GREY,
    mesh: -1,
  };
  return { ...body, shapes: [...shapes, tip] };
}

/** Names of links, each after its parent; those of no tree are left out. */
function parentsFirst(names: readonly string[], jointOf: ReadonlyMap<string, Element>): string[] {
  const done: string[] = names.filter((name) => !jointOf.has(name));
  for (let at = 0; at < done.length; at++) {
    for (const name of names) {
      const joint = jointOf.get(name);
      if (joint !== undefined && linkOf(joint, "parent") === done[at] && !done.includes(name)) done.push(name);
    }
  }
  return done;
}

function linkOf(joint: Element, which: "parent" | "child"): string {
  return childrenOf(joint, which)[0]?.getAttribute("link") ?? "";
}

function poseOf(origin: Element | undefined): { position: Vector; rotation: Rotation } {
  const [roll, pitch, yaw] = vectorOf(origin, "rpy", [0, 0, 0]).map((angle) => angle / 2);
  const [cr, sr, cp, sp, cy, sy] = [roll, pitch, yaw].flatMap((half) => [Math.cos(half), Math.sin(half)]);
  return {
    position: vectorOf(origin, "xyz", [0, 0, 0]),
    rotation: [
      cr * cp * cy + sr * sp * sy,
      sr * cp * cy - cr * sp * sy,
      cr * sp * cy + sr * cp * sy,
      cr * cp * sy - sr * sp * cy,
    ],
  };
}

function vectorOf(element: Element | undefined, key: string, missing: Vector): Vector {
  const numbers = (element?.getAttribute(key) ?? "").trim().split(/\s+/).map(Number);
  return numbers.length === 3 && numbers.every(Number.isFinite) ? [numbers[0], numbers[1], numbers[2]] : missing;
}

function colourIn(material: Element): Colour | undefined {
  const text = childrenOf(material, "color")[0]?.getAttribute("rgba") ?? "";
  const numbers = text.trim().split(/\s+/).map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return undefined;
  return [numbers[0], numbers[1], numbers[2], numbers[3]];
}

function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}

function unit([w, x, y, z]: Rotation): Rotation {
  const length = Math.hypot(w, x, y, z);
  return [w / length, x / length, y / length, z / length];
}

/** The elements in `element`, or those of one name. */
function childrenOf(element: Element | undefined, name = ""): Element[] {
  const found: Element[] = [];
  for (let child = element?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (child.nodeType !== child.ELEMENT_NODE) continue;
    if (name === "" || (child as Element).tagName === name) found.push(child as Element);
  }
  return found;
}
