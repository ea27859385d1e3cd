import { namesOf } from "../names_of.ts";
import type { BuiltWorld, WorldPart } from "./build_world.ts";
import type { ReportedContact } from "./world_report.ts";

/** Less [m] is how things stand on each other. */
const PUSHING = 1e-3;

/** Contacts in which things are inside each other, so that they are pushed apart; the deepest of each two things, the deepest first. */
export function describeContacts({ model, parts }: BuiltWorld): ReportedContact[] {
  const { data } = model;
  const geoms = namesOf(model.model, model.model.name_geomadr);
  const deepest = new Map<string, ReportedContact>();
  const contacts = data.contact;
  for (let i = 0; i < data.ncon; i++) {
    const contact = contacts.get(i);
    if (contact === undefined) continue;
    const depth = -contact.dist;
    const between = [contact.geom1, contact.geom2].map((geom) =>
      ownerOf(model.model, parts, geoms, model.bodies, geom)
    );
    contact.delete();
    if (depth < PUSHING) continue;
    const key = between.join("\n");
    if ((deepest.get(key)?.depth ?? 0) < depth) deepest.set(key, { between: between as [string, string], depth });
  }
  contacts.delete();
  return [...deepest.values()].sort((a, b) => b.depth - a.depth);
}

function ownerOf(
  model: BuiltWorld["model"]["model"],
  parts: readonly WorldPart[],
  geoms: readonly string[],
  bodies: readonly string[],
  geom: number,
): string {
  const body: number = model.geom_bodyid[geom];
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
