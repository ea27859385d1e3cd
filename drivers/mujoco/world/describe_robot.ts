import { CONTROL_MODES, type ControlMode } from "../../../schemas/control_mode.ts";
import { otherJoints } from "../other_joints.ts";
import { weakActuators } from "../weak_actuators.ts";
import type { ChildKey } from "./child_model.ts";
import { describeMasses } from "./describe_masses.ts";
import { keyOfPart } from "./key_of_part.ts";
import type { ReportedRobot, ReportedSensor } from "./world_report.ts";
import type { WorldRobot } from "./world_robot.ts";

/** What of a robot's model belongs to its module, and what is left over. */
export function describeRobot(robot: WorldRobot, periodNs: number, stepNs: number): ReportedRobot {
  const { module, model, joints, sensors, part } = robot;
  const { counts, collides, freeJoints, addedSensors, mass, keys } = part.model;
  const { first } = part;
  const nameOf = (actuator: number) => model.actuators[actuator] || `number ${actuator - first.actuators}`;
  const serves = (mode: ControlMode, joint: number) =>
    robot.actuators[mode].inputs.filter((input) => input.joints.includes(joint)).map(({ actuator }) => actuator);
  const used = new Set(CONTROL_MODES.flatMap((mode) => robot.actuators[mode].inputs.map(({ actuator }) => actuator)));
  const sensor = (name: string, address: number): ReportedSensor => ({
    name,
    source: address < 0 ? "missing" : addedSensors.includes(name) ? "added" : "model",
  });
  const read = new Set([...sensors.bodySensors, ...sensors.forceSensors]);
  const addresses = model.simulation.integers("sensor_adr");
  const positions = model.simulation.state("qpos");
  const limited = model.simulation.flags("jnt_limited");
  const ranges = model.simulation.numbers("jnt_range");
  const run = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
  return {
    name: robot.name,
    module: module.name,
    file: part.child.file,
    periodNs,
    steps: Math.round(periodNs / stepNs),
    keyframe: keyName(keyOfPart(part), keys),
    keyframes: keys.map((key) => keyName(key, keys)),
    massKg: mass,
    isFloating: freeJoints.length > 0,
    joints: module.joints.map(({ name, type }, joint) => ({
      name,
      type,
      start: positions[joints.qpos[joint]],
      range: limited[joints.joint[joint]] === 0
        ? null
        : [ranges[2 * joints.joint[joint]], ranges[2 * joints.joint[joint] + 1]],
      actuators: Object.fromEntries(
        CONTROL_MODES.map((mode) => [mode, serves(mode, joint).map(nameOf)]),
      ) as Record<ControlMode, string[]>,
    })),
    bodySensors: module.bodySensors.map((name, i) => sensor(name, sensors.bodySensors[3 * i])),
    forceSensors: module.forceSensors.map((name, i) => sensor(name, sensors.forceSensors[2 * i])),
    otherJoints: otherJoints(model, module, joints),
    otherActuators: run(first.actuators, counts.actuators).filter((actuator) => !used.has(actuator)).map(nameOf),
    otherSensors: run(first.sensors, counts.sensors).filter((i) => !read.has(addresses[i]))
      .map((i) => model.sensors[i] || `number ${i - first.sensors}`),
    warnings: [
      ...(collides ? [] : ["nothing of it collides: other robots and objects pass through it"]),
      ...sensors.missing.map((text) => `the model lacks a sensor of the module: ${text}`),
      ...robot.rangeWarnings,
      ...weakActuators(model, joints, module, robot.actuators.position.inputs),
    ],
    notes: describeMasses(robot),
  };
}

function keyName(key: ChildKey | undefined, keys: readonly ChildKey[]): string {
  return key === undefined ? "" : key.name || `number ${keys.indexOf(key)}`;
}
