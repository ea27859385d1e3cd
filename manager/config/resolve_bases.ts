import type { ConfigProblems } from "../../core/config_problems.ts";
import { didYouMean } from "../../core/did_you_mean.ts";
import { keyPath } from "../../core/key_path.ts";
import { mergeYaml } from "../../core/merge_yaml.ts";
import { quoted } from "../../core/quoted.ts";
import type { YamlEntry, YamlMap, YamlNode } from "../../core/yaml_node.ts";

/** An entry of `Robots:` after its `base` was put under it. */
export interface ResolvedRobot {
  /** The entry, without `base`; its name and the place of its name are those of the file. */
  readonly entry: YamlEntry;
  /** False when a part of it is missing because a base could not be resolved, which is noted. */
  readonly isWhole: boolean;
}

/**
 * Puts the base of each robot under it, at every depth; a base may have a base, in any order. Notes bases that are missing or that
 * lead back to themselves.
 */
export function resolveBases(robots: readonly YamlEntry[], problems: ConfigProblems): ResolvedRobot[] {
  const indexOf = new Map(robots.map(({ key }, index) => [key, index]));
  const bases = robots.map((robot) => {
    const base = baseOf(robot);
    if (base === undefined) return undefined;
    const index = base.kind === "scalar" ? indexOf.get(base.text) : undefined;
    if (index === undefined) noteMissing(robot, base, [...indexOf.keys()], problems);
    return index ?? "missing";
  });
  return robots.map((robot, start) => {
    const chain = [start];
    let next = bases[start];
    while (typeof next === "number" && !chain.includes(next)) {
      chain.push(next);
      next = bases[next];
    }
    // Each circle is reported once, by its first robot in the file.
    if (next === start && start === Math.min(...chain)) {
      const circle = [...chain, start].map((index) => robots[index].key).join(" -> ");
      const message = `leads back to itself: ${circle}; wanted a base that ends at a robot without one`;
      problems.add(baseOf(robot)!.mark, keyPath(["Robots", robot.key, "base"]), message, {
        hint: "remove one of them",
      });
    }
    const value = chain.map((index) => withoutBase(robots[index].value)).reduceRight((base, top) =>
      mergeYaml(base, top)
    );
    return { entry: { ...robot, value }, isWhole: next === undefined };
  });
}

function noteMissing(robot: YamlEntry, base: YamlNode, names: readonly string[], problems: ConfigProblems): void {
  const path = keyPath(["Robots", robot.key, "base"]);
  const others = names.filter((name) => name !== robot.key);
  const wanted = others.length === 0 ? "another robot, and there is none" : `one of ${others.join(", ")}`;
  if (base.kind !== "scalar") problems.add(base.mark, path, `is a ${base.kind}; wanted ${wanted}`);
  else {
    const message = base.text === ""
      ? `is empty; wanted ${wanted}`
      : `${quoted(base.text)} is not a robot; wanted ${wanted}`;
    problems.add(base.mark, path, message, { value: base.text, hint: didYouMean(base.text, others) });
  }
}

function baseOf({ value }: YamlEntry): YamlNode | undefined {
  return value.kind === "map" ? value.entries.find(({ key }) => key === "base")?.value : undefined;
}

function withoutBase(value: YamlNode): YamlNode {
  if (value.kind !== "map") return value;
  return { ...value, entries: value.entries.filter(({ key }) => key !== "base") } satisfies YamlMap;
}
