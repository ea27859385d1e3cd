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
export function jointTies(model: MujocoModel, map: Pick<JointMap, "joint">): Map<number, JointTie> {
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
function equalityEdges({ engine, simulation }: MujocoModel): Edge[] {
  const edges: Edge[] = [];
  const { neq } = simulation.sizes;
  const data = simulation.numbers("eq_data");
  const start = simulation.numbers("qpos0");
  const qpos = simulation.integers("jnt_qposadr");
  const types = simulation.integers("eq_type");
  const followers = simulation.integers("eq_obj1id");
  const leaders = simulation.integers("eq_obj2id");
  const active = simulation.flags("eq_active0");
  for (let equality = 0; equality < neq; equality++) {
    if (types[equality] !== engine.constants.mjEQ_JOINT) continue;
    const isActive = active[equality] === 1;
    const follower = followers[equality];
    const leader = leaders[equality];
    const row = equality * (data.length / neq);
    const [a0, a1, a2, a3, a4] = data.subarray(row, row + 5);
    if (!isActive || leader < 0 || a1 === 0 || a2 !== 0 || a3 !== 0 || a4 !== 0) continue;
    // MuJoCo's equality holds between displacements from the initial positions: y − y0 = a0 + a1 · (x − x0).
    const offset = start[qpos[follower]] + a0 - a1 * start[qpos[leader]];
    edges.push({ from: leader, to: follower, scale: a1, offset });
    edges.push({ from: follower, to: leader, scale: 1 / a1, offset: -offset / a1 });
  }
  return edges;
}
