import type { MujocoSimulation } from "../mujoco_simulation.ts";
import type { BuiltWorld, WorldPart } from "./build_world.ts";
import type { ReportedContact } from "./world_report.ts";

/** Less [m] is how things stand on each other. */
const PUSHING = 1e-3;

/** Contacts in which things are inside each other, so that they are pushed apart; the deepest of each two things, the deepest first. */
export function describeContacts({ model, parts }: BuiltWorld): ReportedContact[] {
  const { simulation } = model;
  const geoms = simulation.names("geom");
  const deepest = new Map<string, ReportedContact>();
  for (const { geom1, geom2, distance } of simulation.contacts()) {
    const depth = -distance;
    const between = [geom1, geom2].map((geom) => ownerOf(simulation, parts, geoms, model.bodies, geom));
    if (depth < PUSHING) continue;
    const key = between.join("\n");
    if ((deepest.get(key)?.depth ?? 0) < depth) deepest.set(key, { between: between as [string, string], depth });
  }
  return [...deepest.values()].sort((a, b) => b.depth - a.depth);
}

function ownerOf(
  simulation: MujocoSimulation,
  parts: readonly WorldPart[],
  geoms: readonly string[],
  bodies: readonly string[],
  geom: number,
): string {
  if (geom < 0) return "a flexible body";
  const body = simulation.integers("geom_bodyid")[geom];
  // The geoms of the world's own body come first.
  const part = parts.find(({ first, model: { counts } }) =>
    body === 0
      ? geom >= first.worldGeoms && geom < first.worldGeoms + counts.worldGeoms
      : body >= first.bodies && body < first.bodies + counts.bodies
  );
  const prefix = part?.child.prefix ?? "";
  const own = (name: string) => name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const what = geoms[geom] !== ""
    ? `geom ${own(geoms[geom])}`
    : body === 0
    ? `geom number ${geom}`
    : bodies[body] !== ""
    ? `body ${own(bodies[body])}`
    : `body number ${body}`;
  return part === undefined ? what.replace(/^(geom|body) (?!number)/, "") : `${part.child.label}, ${what}`;
}
