import type { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { quoted } from "../core/quoted.ts";
import type { YamlNode } from "../core/yaml_node.ts";
import type { JointDescription } from "./robot_module.ts";

/**
 * Joint positions [rad or m] in the reference order, from a list with one value per joint or from a map of joint names; joints
 * that a map does not name take their value of `others`. Every value is checked against the joint's limits. `undefined` after a
 * problem.
 */
export function readJointVector(
  node: YamlNode,
  joints: readonly JointDescription[],
  others: readonly number[],
  path: KeyPath,
  problems: ConfigProblems,
): number[] | undefined {
  const values = [...others];
  let isGood = true;
  const read = (value: YamlNode, joint: number, step: string | number) => {
    const number = readValue(value, joints[joint], [...path, step], problems);
    if (number === undefined) isGood = false;
    else values[joint] = number;
  };
  if (node.kind === "list" && node.items.length === joints.length) {
    node.items.forEach((item, joint) => read(item, joint, joint));
  } else if (node.kind === "map") {
    const names = joints.map(({ name }) => name);
    for (const { key, keyMark, value } of node.entries) {
      const joint = names.indexOf(key);
      if (joint >= 0) read(value, joint, key);
      else {
        isGood = false;
        const message = `${quoted(key)} is not a joint of the robot; wanted one of ${names.join(", ")}`;
        problems.add(keyMark, keyPath([...path, key]), message, { hint: didYouMean(key, names) });
      }
    }
  } else {
    isGood = false;
    const found = node.kind === "list"
      ? `has ${node.items.length} value${node.items.length === 1 ? "" : "s"}`
      : `${quoted(node.text)} is not a posture`;
    const message = `${found}; wanted a list of ${joints.length} numbers, or a map of joint names to numbers`;
    problems.add(node.mark, keyPath(path), message);
  }
  return isGood ? values : undefined;
}

function readValue(
  node: YamlNode,
  joint: JointDescription,
  path: KeyPath,
  problems: ConfigProblems,
): number | undefined {
  if (node.kind !== "scalar") {
    problems.add(node.mark, keyPath(path), `is a ${node.kind}; wanted a number for joint '${joint.name}'`);
    return undefined;
  }
  const { value, text } = node;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    const hint = node.quoted && text.trim() !== "" && Number.isFinite(Number(text))
      ? "write it without quotes"
      : undefined;
    const message = `${quoted(text)} is not a number; wanted the position of joint '${joint.name}'`;
    problems.add(node.mark, keyPath(path), message, { value: text, hint });
    return undefined;
  }
  if (value < joint.lower || value > joint.upper) {
    const message = `${quoted(text)} is outside the limits of joint '${joint.name}'; wanted ${rangeOf(joint)}`;
    problems.add(node.mark, keyPath(path), message, { value: text });
    return undefined;
  }
  return value;
}

function rangeOf({ lower, upper }: JointDescription): string {
  if (lower === -Infinity) return `at most ${upper}`;
  return upper === Infinity ? `at least ${lower}` : `${lower} to ${upper}`;
}
