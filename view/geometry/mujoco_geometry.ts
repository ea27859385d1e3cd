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
  const { model, data, bodies } = source;
  const [parents, roots] = [model.body_parentid as Int32Array, model.body_rootid as Int32Array];
  const [jointAt, joints, types] = [model.body_jntadr, model.body_jntnum, model.jnt_type] as Int32Array[];
  const [positions, rotations] = [model.body_pos, model.body_quat] as Float64Array[];
  const qposAt = model.jnt_qposadr as Int32Array;
  const qpos = data.qpos as Float64Array;
  const kind = source.engine.api.mjtJoint;
  const moved = new Set([...sources.keys()].map((joint) => roots[(model.jnt_bodyid as Int32Array)[joint]]));
  const meshes: MeshGeometry[] = [];
  const drawn = shapesByBody(source, meshes);
  const made = bodies.map((name, body): BodyGeometry => {
    let position = vector(positions, body);
    let rotation = quaternion(rotations, 4 * body);
    const own: JointGeometry[] = [];
    for (let joint = jointAt[body]; joint < jointAt[body] + joints[body]; joint++) {
      const at = qposAt[joint];
      if (types[joint] === kind.mjJNT_FREE.value) {
        [position, rotation] = [[qpos[at], qpos[at + 1], qpos[at + 2]], quaternion(qpos, at + 3)];
      } else if (types[joint] === kind.mjJNT_BALL.value) {
        rotation = times(rotation, quaternion(qpos, at));
      } else {
        own.push({
          type: types[joint] === kind.mjJNT_SLIDE.value ? "prismatic" : "revolute",
          axis: vector(model.jnt_axis, joint),
          anchor: vector(model.jnt_pos, joint),
          reference: model.qpos0[at],
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
  const { model, engine } = source;
  const kinds = new Map<number, ShapeGeometry["type"]>([
    [engine.api.mjtGeom.mjGEOM_PLANE.value, "plane"],
    [engine.api.mjtGeom.mjGEOM_SPHERE.value, "sphere"],
    [engine.api.mjtGeom.mjGEOM_CAPSULE.value, "capsule"],
    [engine.api.mjtGeom.mjGEOM_ELLIPSOID.value, "ellipsoid"],
    [engine.api.mjtGeom.mjGEOM_CYLINDER.value, "cylinder"],
    [engine.api.mjtGeom.mjGEOM_BOX.value, "box"],
    [engine.api.mjtGeom.mjGEOM_MESH.value, "mesh"],
    [engine.api.mjtGeom.mjGEOM_HFIELD.value, "mesh"],
  ]);
  const terrain = engine.api.mjtGeom.mjGEOM_HFIELD.value;
  const [types, bodies, groups, data] = [
    model.geom_type,
    model.geom_bodyid,
    model.geom_group,
    model.geom_dataid,
  ] as Int32Array[];
  const numbers = new Map<string, number>();
  const found = new Map<number, ShapeGeometry[]>();
  // A model that only has shapes for contacts is drawn by these.
  const most = groups.some((group) => group < DRAWN_GROUPS) ? DRAWN_GROUPS : Infinity;
  for (let geom = 0; geom < model.ngeom; geom++) {
    const type = kinds.get(types[geom]);
    const colour = colourOf(source, geom);
    if (type === undefined || groups[geom] >= most || colour[3] === 0) continue;
    let mesh = -1;
    if (type === "mesh") {
      const key = `${types[geom]} ${data[geom]}`;
      mesh = numbers.get(key) ?? meshes.length;
      if (mesh === meshes.length) {
        meshes.push(types[geom] === terrain ? mujocoTerrain(model, data[geom]) : mujocoMesh(model, data[geom]));
      }
      numbers.set(key, mesh);
    }
    const shape: ShapeGeometry = {
      type,
      size: type === "mesh" ? [1, 1, 1] : vector(model.geom_size, geom),
      position: vector(model.geom_pos, geom),
      rotation: quaternion(model.geom_quat, 4 * geom),
      colour,
      mesh,
    };
    found.set(bodies[geom], [...found.get(bodies[geom]) ?? [], shape]);
  }
  return found;
}

/** The colour of a geom: its own where it has one, else that of its material. */
function colourOf({ model }: MujocoModel, geom: number): ShapeGeometry["colour"] {
  const own = Array.from(model.geom_rgba.subarray(4 * geom, 4 * geom + 4) as Float32Array);
  const material: number = model.geom_matid[geom];
  const isDefault = own[0] === 0.5 && own[1] === 0.5 && own[2] === 0.5 && own[3] === 1;
  const from = isDefault && material >= 0
    ? Array.from(model.mat_rgba.subarray(4 * material, 4 * material + 4) as Float32Array)
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
