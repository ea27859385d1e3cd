import type { MujocoModel } from "../../drivers/mujoco/mujoco_model.ts";
import type {
  BodyGeometry,
  JointGeometry,
  MeshGeometry,
  ModelGeometry,
  Rotation,
  ShapeGeometry,
  Vector,
} from "./model_geometry.ts";
import { mujocoMesh } from "./mujoco_mesh.ts";
import { mujocoTerrain } from "./mujoco_terrain.ts";

/** Which robot's joint moves a joint of a model, and how. */
export type JointSource = Pick<JointGeometry, "robot" | "joint" | "scale" | "offset">;

/** Shapes of higher groups are for contacts, as everybody's viewer has it. */
const DRAWN_GROUPS = 3;

/**
 * Bodies, shapes, meshes and joints of a compiled model whose state stands in its start pose. `sources`: by number of the joint in the model, which
 * robot's joint it is; joints that are not in it stay where they start.
 */
export function mujocoGeometry(source: MujocoModel, sources: ReadonlyMap<number, JointSource>): ModelGeometry {
  const { simulation, bodies, engine: { constants } } = source;
  const [parents, roots] = [simulation.integers("body_parentid"), simulation.integers("body_rootid")];
  const [jointAt, joints] = [simulation.integers("body_jntadr"), simulation.integers("body_jntnum")];
  const [types, bodyOf, qposAt] = (["jnt_type", "jnt_bodyid", "jnt_qposadr"] as const).map((field) =>
    simulation.integers(field)
  );
  const [positions, rotations] = [simulation.numbers("body_pos"), simulation.numbers("body_quat")];
  const [axes, anchors] = [simulation.numbers("jnt_axis"), simulation.numbers("jnt_pos")];
  const references = simulation.numbers("qpos0");
  const qpos = simulation.state("qpos");
  const moved = new Set([...sources.keys()].map((joint) => roots[bodyOf[joint]]));
  const meshes: MeshGeometry[] = [];
  const drawn = shapesByBody(source, meshes);
  const made = bodies.map((name, body): BodyGeometry => {
    let position = vector(positions, body);
    let rotation = quaternion(rotations, 4 * body);
    const own: JointGeometry[] = [];
    for (let joint = jointAt[body]; joint < jointAt[body] + joints[body]; joint++) {
      const at = qposAt[joint];
      if (types[joint] === constants.mjJNT_FREE) {
        [position, rotation] = [[qpos[at], qpos[at + 1], qpos[at + 2]], quaternion(qpos, at + 3)];
      } else if (types[joint] === constants.mjJNT_BALL) {
        rotation = times(rotation, quaternion(qpos, at));
      } else {
        own.push({
          type: types[joint] === constants.mjJNT_SLIDE ? "prismatic" : "revolute",
          axis: vector(axes, joint),
          anchor: vector(anchors, joint),
          reference: references[at],
          ...(sources.get(joint) ?? { robot: -1, joint: 0, scale: 0, offset: qpos[at] }),
        });
      }
    }
    return {
      name,
      parent: body === 0 ? -1 : parents[body],
      position,
      rotation,
      joints: own,
      shapes: drawn.get(body) ?? [],
      isRobot: body !== 0 && moved.has(roots[body]),
    };
  });
  return { bodies: made, meshes, notes: [] };
}

function shapesByBody(source: MujocoModel, meshes: MeshGeometry[]): Map<number, ShapeGeometry[]> {
  const { simulation, engine: { constants } } = source;
  const kinds = new Map<number, ShapeGeometry["type"]>([
    [constants.mjGEOM_PLANE, "plane"],
    [constants.mjGEOM_SPHERE, "sphere"],
    [constants.mjGEOM_CAPSULE, "capsule"],
    [constants.mjGEOM_ELLIPSOID, "ellipsoid"],
    [constants.mjGEOM_CYLINDER, "cylinder"],
    [constants.mjGEOM_BOX, "box"],
    [constants.mjGEOM_MESH, "mesh"],
    [constants.mjGEOM_HFIELD, "mesh"],
  ]);
  const terrain = constants.mjGEOM_HFIELD;
  const [types, bodies, groups, data] = (["geom_type", "geom_bodyid", "geom_group", "geom_dataid"] as const).map(
    (field) => simulation.integers(field),
  );
  const [sizes, places, turns] = (["geom_size", "geom_pos", "geom_quat"] as const).map((field) =>
    simulation.numbers(field)
  );
  const numbers = new Map<string, number>();
  const found = new Map<number, ShapeGeometry[]>();
  // A model that only has shapes for contacts is drawn by these.
  const most = groups.some((group) => group < DRAWN_GROUPS) ? DRAWN_GROUPS : Infinity;
  for (let geom = 0; geom < simulation.sizes.ngeom; geom++) {
    const type = kinds.get(types[geom]);
    const colour = colourOf(source, geom);
    if (type === undefined || groups[geom] >= most || colour[3] === 0) continue;
    let mesh = -1;
    if (type === "mesh") {
      const key = `${types[geom]} ${data[geom]}`;
      mesh = numbers.get(key) ?? meshes.length;
      if (mesh === meshes.length) {
        meshes.push(
          types[geom] === terrain ? mujocoTerrain(simulation, data[geom]) : mujocoMesh(simulation, data[geom]),
        );
      }
      numbers.set(key, mesh);
    }
    const shape: ShapeGeometry = {
      type,
      size: type === "mesh" ? [1, 1, 1] : vector(sizes, geom),
      position: vector(places, geom),
      rotation: quaternion(turns, 4 * geom),
      colour,
      mesh,
    };
    found.set(bodies[geom], [...found.get(bodies[geom]) ?? [], shape]);
  }
  return found;
}

/** The colour of a geom: its own where it has one, else that of its material. */
function colourOf({ simulation }: MujocoModel, geom: number): ShapeGeometry["colour"] {
  const own = Array.from(simulation.floats("geom_rgba").subarray(4 * geom, 4 * geom + 4));
  const material = simulation.integers("geom_matid")[geom];
  const isDefault = own[0] === 0.5 && own[1] === 0.5 && own[2] === 0.5 && own[3] === 1;
  const from = isDefault && material >= 0
    ? Array.from(simulation.floats("mat_rgba").subarray(4 * material, 4 * material + 4))
    : own;
  return [from[0], from[1], from[2], from[3]];
}

function vector(values: Float64Array, index: number): Vector {
  return [values[3 * index], values[3 * index + 1], values[3 * index + 2]];
}

function quaternion(values: Float64Array, at: number): Rotation {
  return [values[at], values[at + 1], values[at + 2], values[at + 3]];
}

function times([a, b, c, d]: Rotation, [w, x, y, z]: Rotation): Rotation {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}
