import type { ConfigProblems } from "../../core/config_problems.ts";
import { type KeyPath, keyPath } from "../../core/key_path.ts";
import { quoted } from "../../core/quoted.ts";
import type { YamlNode } from "../../core/yaml_node.ts";

/** What {@link readNumbers} wants. */
export interface NumbersWanted {
  /** How many numbers there are at least. */
  readonly least: number;
  /** How many there are at most. */
  readonly most: number;
  /** What they are, as in `wanted <what>`. */
  readonly what: string;
  /** Which numbers are allowed; without it, all finite ones. */
  readonly isAllowed?: (value: number) => boolean;
}

/**
 * Reads a list of numbers, or a single number where one is enough. `undefined` after a problem, and when `node` is.
 */
export function readNumbers(
  node: YamlNode | undefined,
  path: KeyPath,
  { least, most, what, isAllowed = () => true }: NumbersWanted,
  problems: ConfigProblems,
): number[] | undefined {
  if (node === undefined) return undefined;
  const note = (at: YamlNode, full: KeyPath, message: string, hint?: string) => {
    const value = at.kind === "scalar" ? at.text : undefined;
    problems.add(at.mark, keyPath(full), `${message}; wanted ${what}`, { value, hint });
    return undefined;
  };
  if (node.kind === "map") return note(node, path, "is a map");
  if (node.kind === "scalar" && node.text === "") return note(node, path, "is empty");
  if (node.kind === "list" && (node.items.length < least || node.items.length > most)) {
    const count = node.items.length;
    return note(node, path, `has ${count === 1 ? "1 value" : `${count} values`}`);
  }
  if (node.kind === "scalar" && least > 1) return note(node, path, `${quoted(node.text)} is no list`);
  const items = node.kind === "list" ? node.items : [node];
  const numbers = items.map((item, index) => {
    const full = node.kind === "list" ? [...path, index] : path;
    if (item.kind !== "scalar") return note(item, full, `is a ${item.kind}`);
    const { value, text } = item;
    if (typeof value === "number" && Number.isFinite(value) && isAllowed(value)) return value;
    const isText = item.quoted && text.trim() !== "" && Number.isFinite(Number(text));
    const fault = typeof value === "number" ? "is not allowed" : "is not a number";
    return note(item, full, `${quoted(text)} ${fault}`, isText ? "write it without quotes" : undefined);
  });
  return numbers.includes(undefined) ? undefined : numbers as number[];
}
