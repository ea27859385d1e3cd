import { z } from "zod";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { didYouMean } from "../../core/did_you_mean.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { quoted } from "../../core/quoted.ts";
import type { YamlMap, YamlNode } from "../../core/yaml_node.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import type { PostureConfig } from "../../schemas/manager_config.ts";
import { readJointVector } from "../../schemas/read_joint_vector.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";

const ROBOT_SECTION = field.section({
  targets: field.list(z.unknown(), "a list of targets, each a list of numbers or a map of joint names to numbers", 1),
});

const POSTURE_SECTION = field.section({
  dwell: field.number("a time", "seconds ≥ 0", (value) => value >= 0).optional(),
  loop: field.flag().optional(),
  speed: field.number("a speed", "a fraction of the limits, 0 < speed ≤ 1", (value) => value > 0 && value <= 1)
    .optional(),
  robots: z.record(z.string(), z.unknown()).meta({
    what: "a map",
    wanted: "a map of robot names, each with its targets",
  }),
});

/**
 * The section `Posture` with its defaults, checked against the robots: `modules` has every robot's name, and its module unless that
 * could not be loaded.
 */
export function checkPosture(
  root: YamlMap,
  modules: ReadonlyMap<string, RobotModule | undefined>,
  problems: ConfigProblems,
): PostureConfig {
  const { node: section, mark, keyMark } = locateYaml(root, ["Posture"]);
  const robots: Record<string, { targets: number[][] }> = {};
  if (section === undefined) {
    const message = "is missing; wanted the targets of the controller 'posture', as Posture.robots.<name>.targets";
    problems.add(mark, "Posture", message, { hint: "or write 'Controller: hold'" });
    return { dwell: 1, loop: true, speed: 0.5, robots };
  }
  const data = checkSection(POSTURE_SECTION, section, ["Posture"], problems, { at: keyMark });
  const entries = locateYaml(section, ["robots"]).node;
  if (entries?.kind === "map") {
    if (entries.entries.length === 0) {
      problems.add(entries.mark, "Posture.robots", "names no robot; wanted at least one with its targets");
    }
    for (const entry of entries.entries) {
      const path = ["Posture", "robots", entry.key];
      if (modules.has(entry.key)) {
        checkSection(ROBOT_SECTION, entry.value, path, problems, { at: entry.keyMark });
        const targets = targetsOf(entry.value, modules.get(entry.key), path, problems);
        robots[entry.key] = { targets };
      } else {
        const names = [...modules.keys()];
        const message = `${quoted(entry.key)} is not a robot; wanted one of ${names.join(", ")}`;
        problems.add(entry.keyMark, keyPath(path), message, { hint: didYouMean(entry.key, names) });
      }
    }
  }
  return { dwell: data.dwell ?? 1, loop: data.loop ?? true, speed: data.speed ?? 0.5, robots };
}

function targetsOf(
  robot: YamlNode,
  module: RobotModule | undefined,
  path: readonly string[],
  problems: ConfigProblems,
): number[][] {
  const list = locateYaml(robot, ["targets"]).node;
  if (list?.kind !== "list" || module === undefined) return [];
  return list.items.flatMap((item, index) => {
    const target = readJointVector(item, module.joints, module.posture, [...path, "targets", index], problems);
    return target === undefined ? [] : [target];
  });
}
