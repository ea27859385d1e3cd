import type { RobotModule } from "../../schemas/robot_module.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotControllerContext } from "../robot_controller.ts";
import type { PostureConfiguration } from "./posture_configuration.ts";

/** What stands where the file says nothing. */
const DEFAULTS: PostureConfiguration = { dwell: 1, loop: true, speed: 0.5, robots: {} };

/**
 * The `posture` section of the context's configuration, checked against the robots of the run. Without the section every robot holds.
 * Entries of robots that are not of the run are left alone. Throws a {@link ControllerError} that tells everything that is wrong.
 */
export function readPostureConfiguration(context: RobotControllerContext): PostureConfiguration {
  const section = context.configuration.posture;
  if (section === undefined || section === null) return DEFAULTS;
  if (!isMap(section)) fail([`Posture is ${show(section)}, wanted a map with dwell, loop, speed and robots`]);
  const { dwell = DEFAULTS.dwell, loop = DEFAULTS.loop, speed = DEFAULTS.speed, robots = {} } = section;
  const wrong: string[] = [];
  if (!isNumber(dwell) || dwell < 0) wrong.push(`Posture.dwell is ${show(dwell)}, wanted seconds, 0 or more`);
  if (typeof loop !== "boolean") wrong.push(`Posture.loop is ${show(loop)}, wanted true or false`);
  if (!isNumber(speed) || speed <= 0 || speed > 1) {
    wrong.push(`Posture.speed is ${show(speed)}, wanted a number above 0 and at most 1`);
  }
  if (!isMap(robots)) fail([...wrong, `Posture.robots is ${show(robots)}, wanted a map of robot names`]);
  for (const { name, module } of context.robots) {
    if (name in robots) wrong.push(...problemsOfRobot(`Posture.robots.${name}`, robots[name], module));
  }
  if (wrong.length > 0) fail(wrong);
  return { dwell, loop, speed, robots } as PostureConfiguration;
}

function problemsOfRobot(key: string, entry: unknown, module: RobotModule): string[] {
  const targets = isMap(entry) ? entry.targets : undefined;
  if (!Array.isArray(targets)) return [`${key}.targets is ${show(targets)}, wanted a list of joint vectors`];
  return targets.flatMap((target, i) => problemsOfTarget(`${key}.targets[${i}]`, target, module));
}

function problemsOfTarget(key: string, target: unknown, module: RobotModule): string[] {
  const { joints } = module;
  if (!Array.isArray(target)) return [`${key} is ${show(target)}, wanted a list of ${joints.length} numbers`];
  if (target.length !== joints.length) {
    const names = joints.map((joint) => joint.name).join(", ");
    return [`${key} has ${target.length} values, wanted ${joints.length} (${names})`];
  }
  return joints.flatMap(({ name, lower, upper }, i) => {
    const value: unknown = target[i];
    if (!isNumber(value)) return [`${key}[${i}] ('${name}') is ${show(value)}, wanted a finite number`];
    return value < lower || value > upper
      ? [`${key}[${i}] ('${name}') is ${value}, the module allows ${lower} to ${upper}`]
      : [];
  });
}

function fail(wrong: readonly string[]): never {
  throw new ControllerError(
    "posture",
    `Cannot create the controller 'posture': ${wrong.join("; ")}; correct the section`,
  );
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function show(value: unknown): string {
  return value === undefined ? "missing" : typeof value === "number" ? String(value) : JSON.stringify(value);
}
