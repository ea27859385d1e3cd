import { DOMParser, type Element, ParseError } from "@xmldom/xmldom";
import { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark } from "../core/yaml_node.ts";
import type { JointDescription, RobotModule } from "../schemas/robot_module.ts";

const MOVABLE = ["revolute", "continuous", "prismatic"];
const JOINT_TYPES = [...MOVABLE, "fixed", "floating", "planar"];

/**
 * A robot module from the text of a URDF: its movable joints (revolute, continuous, prismatic) in the order of the file, without
 * those that mimic another, and their limits. A URDF tells nothing of grippers and of the usual posture (zero, or the limit next
 * to it). `undefined` after a problem; all of them are noted, with `file` as their file.
 */
export function readUrdf(text: string, file: string, problems: ConfigProblems): RobotModule | undefined {
  const own = new ConfigProblems();
  const robot = parseXml(text, file, own);
  const module = robot === undefined ? undefined : moduleOf(robot, file, own);
  problems.addAll(own.all);
  return own.isEmpty ? module : undefined;
}

function parseXml(text: string, file: string, problems: ConfigProblems): Element | undefined {
  // The parser reports through a callback and throws after the first fatal fault.
  const note = (message: string, place: Place) => {
    const mark = { file, line: place?.lineNumber || 1, column: place?.columnNumber || 1 };
    problems.add(mark, "", `is no valid XML: ${quoted(message).slice(1, -1)}`);
  };
  const onError = (_level: string, message: string, context: { locator?: Place }) => note(message, context?.locator);
  try {
    return new DOMParser({ onError }).parseFromString(text, "text/xml").documentElement ?? undefined;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (problems.isEmpty) note(error.message, error.locator as Place);
    return undefined;
  }
}

type Place = { lineNumber?: number; columnNumber?: number } | undefined;

function moduleOf(robot: Element, file: string, problems: ConfigProblems): RobotModule {
  const elements = childrenOf(robot);
  const note = (at: Element, message: string, hint?: string) => problems.add(markOf(at, file), "", message, { hint });
  const macro = elements.find(({ tagName }) => tagName.startsWith("xacro:"));
  if (macro !== undefined) {
    note(macro, `is a xacro file (<${macro.tagName}>); wanted a URDF`, "run 'xacro robot.urdf.xacro > robot.urdf'");
  } else if (robot.tagName !== "robot") {
    note(robot, `starts with <${robot.tagName}>; wanted <robot>`);
  }
  const name = robot.getAttribute("name") ?? "";
  if (name === "") note(robot, 'the robot has no name; wanted <robot name="…">');
  const joints: JointDescription[] = [];
  const names = new Set<string>();
  for (const element of elements) {
    if (element.tagName !== "joint") continue;
    const jointName = element.getAttribute("name") ?? "";
    if (jointName === "") note(element, 'a joint has no name; wanted <joint name="…">');
    else if (names.has(jointName)) {
      note(element, `${quoted(jointName)} is the name of two joints; wanted different ones`);
    }
    names.add(jointName);
    const type = element.getAttribute("type") ?? "";
    const isMimic = childrenOf(element).some(({ tagName }) => tagName === "mimic");
    if (MOVABLE.includes(type)) {
      const joint = jointOf(element, jointName, type, file, problems);
      if (!isMimic) joints.push(joint);
    } else if (type === "floating" || type === "planar") {
      const message = `joint ${quoted(jointName)} is ${type}; wanted revolute, continuous, prismatic or fixed`;
      note(element, message, "a robot module has one value for each joint");
    } else if (type !== "fixed") {
      const message = `joint ${quoted(jointName)}: ${quoted(type)} is not a kind of joint; wanted ${
        JOINT_TYPES.join(", ")
      }`;
      note(element, message, didYouMean(type, JOINT_TYPES));
    }
  }
  if (joints.length === 0 && problems.isEmpty) note(robot, "has no movable joint; wanted at least one");
  return {
    name,
    joints,
    grippers: [],
    bodySensors: [],
    forceSensors: [],
    posture: joints.map(({ lower, upper }) => Math.min(Math.max(0, lower), upper)),
  };
}

function jointOf(
  element: Element,
  name: string,
  type: string,
  file: string,
  problems: ConfigProblems,
): JointDescription {
  const limit = childrenOf(element).find(({ tagName }) => tagName === "limit");
  const note = (message: string) =>
    problems.add(markOf(limit ?? element, file), "", `joint ${quoted(name)}: ${message}`);
  const read = (key: string, missing: number): number => {
    const text = limit?.getAttribute(key) ?? "";
    if (text === "") return missing;
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : NaN;
    if (Number.isFinite(value) && text.trim() !== "") return value;
    note(`${key} ${quoted(text)} is not a number; wanted one`);
    return missing;
  };
  // Exporters write 0 for a limit that they do not know; nothing could ever move with it.
  const atMost = (key: string): number => {
    const value = read(key, 0);
    if (value < 0) note(`${key} ${value} is negative; wanted a number > 0`);
    return value > 0 ? value : Infinity;
  };
  const isBounded = type !== "continuous";
  if (isBounded && limit === undefined) note(`a ${type} joint has no <limit>; wanted one`);
  const lower = isBounded ? read("lower", 0) : -Infinity;
  const upper = isBounded ? read("upper", 0) : Infinity;
  if (lower > upper) note(`lower ${lower} is above upper ${upper}; wanted lower ≤ upper`);
  return {
    name,
    type: type === "prismatic" ? "prismatic" : "revolute",
    lower,
    upper,
    velocity: atMost("velocity"),
    acceleration: atMost("acceleration"),
    effort: atMost("effort"),
  };
}

function markOf(element: Element, file: string): SourceMark {
  return { file, line: element.lineNumber ?? 1, column: element.columnNumber ?? 1 };
}

function childrenOf(element: Element): readonly Element[] {
  const children: Element[] = [];
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === child.ELEMENT_NODE) children.push(child as Element);
  }
  return children;
}
