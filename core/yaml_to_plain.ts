import type { YamlNode } from "./yaml_node.ts";

/** The value as plain data: objects, arrays, texts, numbers, truth values and nulls. Keys are texts, as they are written. */
export function yamlToPlain(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(yamlToPlain);
  const plain: Record<string, unknown> = {};
  for (const { key, value } of node.entries) plain[key] = yamlToPlain(value);
  return plain;
}
