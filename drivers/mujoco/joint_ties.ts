import type { JointMap } from "./joint_map.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** A joint position as a function of one module joint: q = scale · q_module + offset. */
export interface JointTie {
  /** Index of the module joint. */
  readonly module: number;
  /** Ratio of the movements. */
  readonly scale: number;
  /** Position at module position 0. */
  readonly offset: number;
  /** Equal for all joints that move together: the lowest number of a module joint among them. */
  readonly group: number;
}

/** What a joint's position equals, in terms of another: q = scale · q_other + offset. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly scale: number;
  readonly offset: number;
}

/**
 * The joints of a model whose position follows from a module joint: the module's own ones, and those that active, linear joint
 * equalities tie to them (the second finger of a gripper). Keyed by the number of the joint in the model.
 */
export function jointTies(model: MujocoModel, map: JointMap): Map<number, JointTie> {
  const edges = equalityEdges(model);
  const ties = new Map<number, JointTie>();
  map.joint.forEach((joint, module) => ties.set(joint, { module, scale: 1, offset: 0, group: module }));
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, to, scale, offset } of edges) {
      const known = ties.get(from);
      const other = ties.get(to);
      if (known === undefined) continue;
      if (other === undefined) {
        ties.set(to, { ...known, scale: scale * known.scale, offset: scale * known.offset + offset });
      } else if (other.group > known.group) {
        ties.set(to, { ...other, group: known.group });
      } else continue;
      changed = true;
    }
  }
  return ties;
}

/** Both directions of every active joint equality that is linear. */
function equalityEdges({ engine, model }: MujocoModel): Edge[] {
  const edges: Edge[] = [];
  const data: Float64Array = model.eq_data;
  const start: Float64Array = model.qpos0;
  const qpos: Int32Array = model.jnt_qposadr;
  for (let equality = 0; equality < model.neq; equality++) {
    if (model.eq_type[equality] !== engine.api.mjtEq.mjEQ_JOINT.value) continue;
    const accessor = model.eq(equality);
    const isActive = accessor.active0 as boolean;
    accessor.delete();
    const follower: number = model.eq_obj1id[equality];
    const leader: number = model.eq_obj2id[equality];
    const row = equality * (data.length / model.neq);
    const [a0, a1, a2, a3, a4] = data.subarray(row, row + 5);
    if (!isActive || leader < 0 || a1 === 0 || a2 !== 0 || a3 !== 0 || a4 !== 0) continue;
    // MuJoCo's equality holds between displacements from the initial positions: y − y0 = a0 + a1 · (x − x0).
    const offset = start[qpos[follower]] + a0 - a1 * start[qpos[leader]];
    edges.push({ from: leader, to: follower, scale: a1, offset });
    edges.push({ from: follower, to: leader, scale: 1 / a1, offset: -offset / a1 });
  }
  return edges;
}
