import type { ConfigProblems } from "../core/config_problems.ts";
import { type DecimalFault, decimalNs } from "../core/decimal_ns.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { quoted } from "../core/quoted.ts";
import type { YamlNode } from "../core/yaml_node.ts";

const WANTED = "wanted seconds as a decimal number, e.g. 0.005";
const REASONS: Readonly<Record<Exclude<DecimalFault, "not decimal">, string>> = {
  negative: "is negative; wanted a period > 0",
  zero: "is zero; wanted a period > 0",
  "finer than 1 ns": "is not a whole number of nanoseconds; wanted a multiple of 0.000000001",
  "longer than 10 s": "is longer than 10 s; wanted a period of at most 10 s",
};

/** A period in nanoseconds, exactly, from the text of `node`. `undefined` after a problem. */
export function readPeriod(node: YamlNode, path: KeyPath, problems: ConfigProblems): number | undefined {
  const note = (message: string, hint?: string) => {
    const value = node.kind === "scalar" ? node.text : undefined;
    problems.add(node.mark, keyPath(path), message, { value, hint });
    return undefined;
  };
  if (node.kind !== "scalar") return note(`is a ${node.kind}; ${WANTED}`);
  if (node.text === "" && !node.quoted) return note(`is empty; ${WANTED}`);
  const ns = decimalNs(node.text);
  if (node.quoted && typeof ns === "number") {
    return note(`${quoted(node.text)} is text; ${WANTED}`, "write it without quotes");
  }
  if (typeof ns === "number") return ns;
  return note(
    ns === "not decimal" ? `${quoted(node.text)} is not a period; ${WANTED}` : `${quoted(node.text)} ${REASONS[ns]}`,
  );
}
