import type { MujocoSimulation } from "../mujoco_simulation.ts";
import type { ChildCounts } from "./child_counts.ts";

/** What a compiled model has of each kind; `bodies` and `worldGeoms` as the caller counts them. */
export function countElements(
  { sizes }: Pick<MujocoSimulation, "sizes">,
  bodies: number,
  worldGeoms: number,
): ChildCounts {
  return {
    bodies,
    joints: sizes.njnt,
    nq: sizes.nq,
    nv: sizes.nv,
    actuators: sizes.nactuator,
    nu: sizes.nu,
    na: sizes.na,
    sensors: sizes.nsensor,
    mocap: sizes.nmocap,
    worldGeoms,
  };
}
