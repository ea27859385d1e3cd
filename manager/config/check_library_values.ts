import type { ConfigProblems } from "../../core/config_problems.ts";
import { type KeyPath, keyPath } from "../../core/key_path.ts";
import type { YamlMap, YamlNode } from "../../core/yaml_node.ts";

/**
 * Checks that everything beside `Robots`, which has checks of its own, can be told to a controller in a library: it gets the configuration as JSON, which has no
 * infinity and no NaN. Left to itself, such a value would become none, and the controller's default take its place.
 */
export function checkLibraryValues(root: YamlMap, problems: ConfigProblems): void {
  for (const { key, value } of root.entries) if (key !== "Robots") check(value, [key], problems);
}

function check(node: YamlNode, path: KeyPath, problems: ConfigProblems): void {
  if (node.kind === "map") {
    for (const { key, value } of node.entries) check(value, [...path, key], problems);
  } else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) check(item, [...path, index], problems);
  } else if (typeof node.value === "number" && !Number.isFinite(node.value)) {
    const message = `${node.text} cannot be told to a controller in a library; wanted a finite number`;
    const hint = Number.isNaN(node.value)
      ? "leave the key out"
      : "leave the key out, or write a number that is large enough";
    problems.add(node.mark, keyPath(path), message, { value: node.text, hint });
  } else if (typeof node.value === "string" && !node.value.isWellFormed()) {
    problems.add(node.mark, keyPath(path), "is no text: it has half of a character (a lone surrogate); wanted a text");
  }
}
