import type { RobotDriverContext, RobotDriverFactory } from "../robot_driver.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import { actuatorSummary } from "./actuator_summary.ts";
import { checkControlRanges } from "./check_control_ranges.ts";
import { checkJointRanges } from "./check_joint_ranges.ts";
import { Divergence } from "./divergence.ts";
import { engineText } from "./engine_text.ts";
import { idleJoints } from "./idle_joints.ts";
import { mapJoints } from "./joint_map.ts";
import { JointServo } from "./joint_servo.ts";
import { loadMujocoEngine } from "./load_mujoco_engine.ts";
import { mapActuators } from "./map_actuators.ts";
import { mujocoError } from "./mujoco_error.ts";
import { type MujocoModel, openMujocoModel } from "./mujoco_model.ts";
import { MujocoViews } from "./mujoco_views.ts";
import { physicsSteps } from "./physics_steps.ts";
import { RobotDriverMujoco } from "./robot_driver_mujoco.ts";
import { mapSensors } from "./sensor_map.ts";
import { SimulatedRobot } from "./simulated_robot.ts";
import { startPose } from "./start_pose.ts";
import { switchOffActuator } from "./switch_off_actuator.ts";
import { warmUp } from "./warm_up.ts";
import { weakActuators } from "./weak_actuators.ts";

/**
 * `RobotDriverMuJoCo`: a robot under MuJoCo physics. `config_path` is an MJCF file; what it includes is found as MuJoCo finds it.
 *
 * - Names: joints and sensors by the names of the robot module (see `mapJoints`, `mapSensors`), actuators by what they move and do
 *   (see `mapActuators`). A joint without an actuator for the mode is served by the driver itself (see `JointServo`).
 * - Start: keyframe `home`, else the first one, else the model's initial positions. Until the first command all joints are braked there.
 * - Real time: `sync()` simulates one period with the latest command and returns at an absolute deadline. After a stall the missed
 *   periods are made up at once as far as that is quick (see `periodsToMakeUp`), the others are counted and lost.
 * - Sensors: orientation w, x, y, z of the sensor in the world; angular velocity and acceleration (+g upwards at rest) in the sensor's
 *   frame. Force and torque in the sensor's frame, as the tool side acts on the robot: a weight at the tool pulls down.
 *   Readings belong to the begin of the last physics step, positions and velocities to its end.
 * - Torque: what actuators, brakes and the driver's servo applied in the last step.
 * - Divergence: `sync()` returns a negative number, `lastError()` names joint, value and time. Nothing is ever reset.
 *
 * Rejects with a `DriverError`: no or wrong model (with MuJoCo's text and a missing file's path), joints missing or of another type,
 * physics step that does not fit the period, range of a joint or of an actuator that has nothing in common with the module's limits.
 */
export const createRobotDriverMuJoCo: RobotDriverFactory = async (context, places) => {
  const engine = await loadMujocoEngine(places?.mujoco);
  const model = openMujocoModel(engine, context.configPath, context.module);
  try {
    return assemble(context, model);
  } catch (error) {
    model.simulation.close();
    throw error;
  }
};

function assemble(context: RobotDriverContext, model: MujocoModel): RobotDriverMujoco {
  const { module, mode, periodNs, log } = context;
  const { engine } = model;
  const joints = mapJoints(model, module);
  const stepS = model.simulation.timestep;
  const steps = physicsSteps(stepS, periodNs, model.path);
  const actuators = mapActuators(model, joints, mode);
  for (const actuator of actuators.others) switchOffActuator(model, actuator);
  const warnings = checkControlRanges(model, module, mode, actuators.inputs);
  const sensors = mapSensors(model, module);
  warnings.push(...engine.takeMessages().map((text) => `MuJoCo: ${text}`));
  const key = startPose(model, joints);
  warnings.push(...checkJointRanges(model, module, joints));
  model.simulation.forward();
  const views = new MujocoViews(model);
  const divergence = new Divergence(model, views, periodNs);
  if (divergence.check(0)) throw mujocoError(divergence.describe());
  const servo = new JointServo(model, joints, module, views, stepS);
  if (mode === "position") warnings.push(...weakActuators(model, joints, module, actuators.inputs));
  warnings.push(...idleJoints(model, module, joints));
  if (sensors.missing.length > 0) warnings.push(`sensors that the model lacks: ${sensors.missing.join("; ")}`);
  const step = model.simulation.bindStep();
  const driver = new RobotDriverMujoco({
    robot: new SimulatedRobot({ views, joints, actuators, sensors, servo, mode }),
    model,
    views,
    divergence,
    step,
    steps,
    periodNs,
    clock: context.clock,
    log: (level, text) => log(level, `${model.path}: ${text}`),
  });
  warmUp(driver, step, module);
  // The physics of the rehearsal is no news, and leaves no trace.
  engine.takeMessages();
  startPose(model, joints);
  model.simulation.forward();
  driver.restart();
  for (const text of warnings) log("warning", `${model.path}: ${text}`);
  log("info", summary(context, model, steps, key, actuators));
  return driver;
}

function summary(
  context: RobotDriverContext,
  model: MujocoModel,
  steps: number,
  key: number,
  actuators: ActuatorMap,
): string {
  const { path, keys } = model;
  return [
    `'${context.robot}' is simulated from ${path}, ${steps} physics step${steps === 1 ? "" : "s"} a period`,
    engineText(model.engine),
    ...(model.addedSensors.length > 0
      ? [`sensors were added where its module has them: ${model.addedSensors.join(", ")}`]
      : []),
    key < 0 ? "it starts at the model's initial positions" : `it starts at keyframe ${keys[key] || `number ${key}`}`,
    ...actuatorSummary(context, model, actuators),
  ].join("; ");
}
