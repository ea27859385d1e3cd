import { CStruct } from "../../core/native/c_struct.ts";
import { namedListsStruct } from "../../core/native/named_lists_struct.ts";
import { CONTROL_MODES } from "../../schemas/control_mode.ts";
import type { JointDescription } from "../../schemas/robot_module.ts";
import type { ControlledRobot, RobotControllerContext } from "../robot_controller.ts";

const SETUP_SIZE = 32;
const ROBOT_SIZE = 136;

/** `uri_controller_setup` of `uri_controller.h`, filled from a context. */
export function controllerSetupStruct({ timeStepNs, robots, configuration }: RobotControllerContext): CStruct {
  const setup = new CStruct(SETUP_SIZE);
  const array = new CStruct(8 * robots.length);
  for (const [index, robot] of robots.entries()) array.struct(8 * index, robotStruct(robot));
  setup.u32(0, SETUP_SIZE);
  setup.u32(4, robots.length);
  setup.u64(8, timeStepNs);
  setup.text(16, JSON.stringify(configuration));
  setup.struct(24, array);
  return setup;
}

function robotStruct({ name, module, mode, periodNs }: ControlledRobot): CStruct {
  const { joints, bodySensors, forceSensors, grippers } = module;
  const robot = new CStruct(ROBOT_SIZE);
  robot.u32(0, ROBOT_SIZE);
  robot.u32(4, CONTROL_MODES.indexOf(mode));
  robot.text(8, name);
  robot.text(16, module.name);
  robot.u64(24, periodNs);
  robot.u32(32, joints.length);
  robot.u32(36, bodySensors.length);
  robot.u32(40, forceSensors.length);
  robot.u32(44, grippers.length);
  robot.texts(48, joints.map((joint) => joint.name));
  robot.struct(56, kindsStruct(joints));
  for (const [index, key] of (["lower", "upper", "velocity", "acceleration", "effort"] as const).entries()) {
    robot.struct(64 + 8 * index, numbersStruct(joints.map((joint) => joint[key])));
  }
  robot.struct(104, numbersStruct(module.posture));
  robot.texts(112, bodySensors);
  robot.texts(120, forceSensors);
  robot.struct(128, namedListsStruct(grippers));
  return robot;
}

function kindsStruct(joints: readonly JointDescription[]): CStruct {
  const array = new CStruct(joints.length);
  array.bytes.set(joints.map(({ type }) => type === "prismatic" ? 1 : 0));
  return array;
}

function numbersStruct(values: readonly number[]): CStruct {
  const array = new CStruct(8 * values.length);
  for (const [index, value] of values.entries()) array.f64(8 * index, value);
  return array;
}
