import { z } from "zod";
import { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark, YamlNode } from "../core/yaml_node.ts";
import { type Checked, checkSection } from "./check_section.ts";
import { configField as field } from "./config_field.ts";
import { readJointVector } from "./read_joint_vector.ts";
import { isPlainText } from "./is_plain_text.ts";
import type { GripperDescription, JointDescription, RobotModule } from "./robot_module.ts";

const JOINT_SECTION = field.section({
  name: field.text("a joint name", "the name of the joint"),
  type: field.choice("a kind of joint", ["revolute", "prismatic"]).optional(),
  lower: field.number("a limit", "a finite number; leave it out when there is no limit", () => true).optional(),
  upper: field.number("a limit", "a finite number; leave it out when there is no limit", () => true).optional(),
  velocity: limit("the largest speed").optional(),
  acceleration: limit("the largest acceleration").optional(),
  effort: limit("the largest torque or force").optional(),
});

const NAMES = field.list(field.text("a name", "a name"), "a list of names");

const MODULE_SECTION = field.section({
  name: field.text("a name", "the name of the robot module"),
  joints: field.list(
    JOINT_SECTION,
    "a list of joints, each with name, lower, upper, velocity, acceleration and effort",
    1,
  ),
  grippers: z.record(z.string(), field.list(field.text("a joint name", "a joint name"), "a list of joint names", 1))
    .meta({ what: "a map", wanted: "a map of gripper names to lists of joint names" }).optional(),
  body_sensors: NAMES.optional(),
  force_sensors: NAMES.optional(),
  posture: z.unknown().optional(),
});

/** How {@link readRobotModule} reads. */
export interface ReadRobotModuleOptions {
  /** Place of the module's own key, when it has one. */
  readonly at?: SourceMark;
  /** Leave keys alone that are not known, for messages of another version. */
  readonly ignoreUnknownKeys?: boolean;
}

/**
 * A robot module from its YAML form (see `docs/robot_modules.md`), checked completely. `undefined` after a problem; all of them
 * are noted.
 */
export function readRobotModule(
  node: YamlNode,
  path: KeyPath,
  problems: ConfigProblems,
  options: ReadRobotModuleOptions = {},
): RobotModule | undefined {
  const own = new ConfigProblems();
  const module = checkedModule(node, path, own, options);
  problems.addAll(own.all);
  return own.isEmpty ? module : undefined;
}

function checkedModule(
  node: YamlNode,
  path: KeyPath,
  problems: ConfigProblems,
  options: ReadRobotModuleOptions,
): RobotModule {
  const data = checkSection(MODULE_SECTION, node, path, problems, options);
  const joints = (data.joints ?? []).map((joint) => jointOf((joint ?? {}) as Checked<z.infer<typeof JOINT_SECTION>>));
  const note = (steps: KeyPath, message: string, hint?: string) =>
    problems.add(locateYaml(node, steps, options.at).mark, keyPath([...path, ...steps]), message, { hint });
  joints.forEach(({ name, lower, upper }, index) => {
    const first = joints.findIndex((other) => other.name === name);
    if (name !== "" && first < index) {
      note(
        ["joints", index, "name"],
        `${quoted(name)} is the name of two joints, ${first + 1} and ${index + 1}; wanted different ones`,
      );
    }
    if (lower > upper) note(["joints", index, "lower"], `lower ${lower} is above upper ${upper}; wanted lower ≤ upper`);
  });
  const names = [...new Set(joints.map(({ name }) => name).filter((name) => name !== ""))];
  const grippers: GripperDescription[] = [];
  for (const [name, list] of Object.entries(data.grippers ?? {})) {
    const members = (list ?? []) as (string | undefined)[];
    if (!isPlainText(name)) note(["grippers", name], `${quoted(name)} is not a name; wanted the name of a gripper`);
    members.forEach((joint, index) => {
      if (joint === undefined || names.includes(joint)) return;
      const message = `${quoted(joint)} is not a joint of the robot; wanted one of ${names.join(", ")}`;
      note(["grippers", name, index], message, didYouMean(joint, names));
    });
    grippers.push({ name, joints: members.map((joint) => joint ?? "") });
  }
  for (const key of ["body_sensors", "force_sensors"] as const) {
    data[key]?.forEach((name, index, all) => {
      if (all.indexOf(name) < index) {
        note([key, index], `${quoted(name)} is the name of two sensors; wanted different ones`);
      }
    });
  }
  // Zero, or the limit next to it where a joint cannot stand at zero.
  const zeros = joints.map(({ lower, upper }) => Math.min(Math.max(0, lower), upper));
  const posture = locateYaml(node, ["posture"]).node;
  const values = posture === undefined
    ? zeros
    : readJointVector(posture, joints, zeros, [...path, "posture"], problems);
  return {
    name: data.name ?? "",
    joints,
    grippers,
    bodySensors: data.body_sensors ?? [],
    forceSensors: data.force_sensors ?? [],
    posture: values ?? zeros,
  };
}

function jointOf(data: Checked<z.infer<typeof JOINT_SECTION>>): JointDescription {
  return {
    name: data.name ?? "",
    type: data.type ?? "revolute",
    lower: data.lower ?? -Infinity,
    upper: data.upper ?? Infinity,
    velocity: data.velocity ?? Infinity,
    acceleration: data.acceleration ?? Infinity,
    effort: data.effort ?? Infinity,
  };
}

function limit(what: string): z.ZodNumber {
  return field.number(what, "a number > 0; leave it out when it is unknown", (value) => value > 0);
}
