import { mujocoError } from "../mujoco_error.ts";
import type { MujocoSimulation } from "../mujoco_simulation.ts";
import type { ChildCounts } from "./child_counts.ts";
import { countElements } from "./count_elements.ts";

/**
 * Where each attached model's elements begin in a world: MuJoCo puts what the world has itself first, and then what was attached, in that order,
 * each kind in one run. Names cannot tell, as elements may have none.
 */
export function worldRanges(simulation: MujocoSimulation, counts: readonly ChildCounts[]): ChildCounts[] {
  const bodies = simulation.integers("geom_bodyid");
  const totals = countElements(simulation, simulation.sizes.nbody, bodies.filter((body) => body === 0).length);
  const kinds = Object.keys(totals) as (keyof ChildCounts)[];
  const next = { ...totals };
  for (const kind of kinds) next[kind] -= counts.reduce((sum, count) => sum + count[kind], 0);
  const lost = kinds.find((kind) => next[kind] < 0);
  if (lost !== undefined) {
    throw mujocoError(
      `building the world: its models have more ${lost} by themselves than in it, as many were wanted; report this with the models`,
    );
  }
  return counts.map((count) => {
    const first = { ...next };
    for (const kind of kinds) next[kind] += count[kind];
    return first;
  });
}
