import type { YamlEntry, YamlNode } from "./yaml_node.ts";

/**
 * `top` over `base`: maps are merged key by key, at every depth; a text, a number or a list of `top` replaces what `base` has.
 * The keys of `base` come first, in its order.
 */
export function mergeYaml(base: YamlNode, top: YamlNode): YamlNode {
  if (base.kind !== "map" || top.kind !== "map") return top;
  const own = new Map(top.entries.map((entry) => [entry.key, entry]));
  const entries: YamlEntry[] = [];
  for (const entry of base.entries) {
    const over = own.get(entry.key);
    own.delete(entry.key);
    entries.push(over === undefined ? entry : { ...over, value: mergeYaml(entry.value, over.value) });
  }
  entries.push(...own.values());
  return { kind: "map", mark: top.mark, entries };
}
