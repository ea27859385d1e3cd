import { DriverError } from "../../../core/driver_error.ts";
import { CONTROL_MODES, type ControlMode } from "../../../schemas/control_mode.ts";
import type { RobotModule } from "../../../schemas/robot_module.ts";
import type { RobotDriver, RobotDriverContext } from "../../robot_driver.ts";
import type { ActuatorMap } from "../actuator_map.ts";
import { actuatorSummary } from "../actuator_summary.ts";
import { checkControlRanges } from "../check_control_ranges.ts";
import { checkJointRanges } from "../check_joint_ranges.ts";
import { idleJoints } from "../idle_joints.ts";
import { type JointMap, mapJoints } from "../joint_map.ts";
import { JointServo } from "../joint_servo.ts";
import { mapActuators } from "../map_actuators.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { MujocoModel } from "../mujoco_model.ts";
import type { MujocoViews } from "../mujoco_views.ts";
import { physicsSteps } from "../physics_steps.ts";
import { mapSensors, type SensorMap } from "../sensor_map.ts";
import { SimulatedRobot } from "../simulated_robot.ts";
import { switchOffActuator } from "../switch_off_actuator.ts";
import { weakActuators } from "../weak_actuators.ts";
import { ActuatorStore } from "./actuator_store.ts";
import type { WorldPart } from "./build_world.ts";
import { robotPart } from "./robot_part.ts";
import { WorldRobotDriver } from "./world_robot_driver.ts";

/** What a {@link WorldRobot} needs of its world. */
export interface RobotSurroundings {
  /** File of the scene, for messages. */
  readonly file: string;
  /** Model and state of the whole world. */
  readonly model: MujocoModel;
  /** Live arrays of the state. */
  readonly views: MujocoViews;
  /** Physics step [s]. */
  readonly stepS: number;
  /** The world's fault, 0 or negative. Real-time safe. */
  readonly fault: () => number;
  /** Its text. */
  readonly lastError: () => string;
  /** False when the world is no more. */
  readonly isOpen: () => boolean;
}

/** How a robot is commanded at present. */
interface Setting {
  readonly robot: SimulatedRobot;
  readonly servo: JointServo;
  readonly actuators: ActuatorMap;
}

/**
 * One robot of a world. It is there from the begin to the end of the world, whether it has a driver or not: without one it is braked where it
 * stands, first in its start pose.
 *
 * - Who creates: `openWorld`. Who advances: the owner of the world; a driver's `sync()` returns at once.
 * - A robot has one driver at a time; a new one takes the place of the one before, in another mode if it likes.
 * - Real-time safe: `exert`, `take`, and the driver's methods but `close()`.
 */
export class WorldRobot {
  /** Its name in the scene. */
  readonly name: string;
  /** What its elements have in front of their names in the model of the world. */
  readonly prefix: string;
  /** Its module, as the scene says. */
  readonly module: RobotModule;
  /** The model of the world as the robot sees it: its own names without prefix. */
  readonly model: MujocoModel;
  /** Where it is in the world. */
  readonly part: WorldPart;
  /** Joints of the module. */
  readonly joints: JointMap;
  /** Sensors of the module. */
  readonly sensors: SensorMap;
  /** Which actuators serve the module's joints in each mode. */
  readonly actuators: Readonly<Record<ControlMode, ActuatorMap>>;
  /** What in its joints does not suit the limits of the module, and in its actuators in any mode, one line each. */
  readonly rangeWarnings: readonly string[];
  readonly #around: RobotSurroundings;
  readonly #store: ActuatorStore;
  #now: Setting;

  /** The world stands in its start pose. Throws a `DriverError` when the model does not have the module's joints. */
  constructor(name: string, module: RobotModule, part: WorldPart, around: RobotSurroundings) {
    const { child, model: { counts, options }, first } = part;
    this.name = name;
    this.prefix = child.prefix;
    this.module = module;
    this.part = part;
    this.model = robotPart(around.model, part);
    this.#around = around;
    const groups = around.model.simulation.integers("actuator_group");
    // The world has no groups of actuators switched off, since the groups of robots have nothing to do with each other.
    for (let actuator = first.actuators; actuator < first.actuators + counts.actuators; actuator++) {
      const group: number = groups[actuator];
      if (group >= 0 && group < 31 && (options.disableactuator[0] & (1 << group)) !== 0) {
        switchOffActuator(around.model, actuator);
      }
    }
    this.#store = new ActuatorStore(around.model, first.actuators, counts.actuators);
    this.joints = mapJoints(this.model, module);
    this.sensors = mapSensors(this.model, module);
    const plan = (mode: ControlMode) => mapActuators(this.model, this.joints, mode);
    this.actuators = Object.fromEntries(CONTROL_MODES.map((mode) => [mode, plan(mode)])) as Record<
      ControlMode,
      ActuatorMap
    >;
    this.rangeWarnings = [
      ...checkJointRanges(this.model, module, this.joints),
      ...CONTROL_MODES.flatMap((mode) => this.#rangeWarnings(mode)),
    ];
    this.#now = this.#set("position", module, this.joints, this.sensors, this.actuators.position);
  }

  /**
   * A driver of this robot, which takes it over where it stands, braked until the first command. Its joints, sensors and mode are those of
   * `context`. Rejects with a `DriverError`: joints missing or of another type, a period that is no whole number of physics steps, a control
   * range that excludes the module's limits; the robot then stays as it is. Not real-time safe.
   */
  createDriver(context: RobotDriverContext): Promise<RobotDriver> {
    return new Promise((resolve) => resolve(this.#takeOver(context)));
  }

  /** Brakes it in the pose in which the simulation stands. Not real-time safe. */
  brake(): void {
    this.#now.robot.brake();
  }

  /**
   * Exerts its own torques for the next physics step.
   *
   * @realtime
   */
  exert(): void {
    this.#now.robot.exert();
  }

  /**
   * Takes its readings of the present state.
   *
   * @realtime
   */
  take(): void {
    this.#now.robot.take();
  }

  #rangeWarnings(mode: ControlMode): string[] {
    try {
      return checkControlRanges(this.model, this.module, mode, this.actuators[mode].inputs);
    } catch (error) {
      if (error instanceof DriverError) return [error.message];
      throw error;
    }
  }

  #takeOver(context: RobotDriverContext): RobotDriver {
    const { module, mode, periodNs, log } = context;
    const { file, stepS, isOpen, lastError } = this.#around;
    if (!isOpen()) throw mujocoError(lastError());
    const steps = physicsSteps(stepS, periodNs, file, true);
    const joints = mapJoints(this.model, module);
    const sensors = mapSensors(this.model, module);
    const before = this.#now;
    this.#store.restore();
    let actuators: ActuatorMap;
    let warnings: string[];
    try {
      actuators = mapActuators(this.model, joints, mode);
      warnings = checkJointRanges(this.model, module, joints);
      warnings.push(...checkControlRanges(this.model, module, mode, actuators.inputs));
      if (mode === "position") warnings.push(...weakActuators(this.model, joints, module, actuators.inputs));
    } catch (error) {
      for (const actuator of before.actuators.others) switchOffActuator(this.#around.model, actuator);
      throw error;
    }
    before.servo.release();
    this.#now = this.#set(mode, module, joints, sensors, actuators);
    if (sensors.missing.length > 0) warnings.push(`sensors that the model lacks: ${sensors.missing.join("; ")}`);
    warnings.push(...idleJoints(this.model, module, joints));
    for (const text of warnings) log("warning", `${this.model.path}: ${text}`);
    const facts = [
      `'${this.name}' is simulated from ${this.model.path} in the world of ${file}, ${steps} physics step${
        steps === 1 ? "" : "s"
      } a period`,
      ...actuatorSummary(context, this.model, actuators),
    ];
    log("info", facts.join("; "));
    const { robot } = this.#now;
    return new WorldRobotDriver(robot, this.#around.fault, this.#around.lastError, () => {
      // One whose place has been taken has nothing to say any more.
      if (this.#now.robot === robot && isOpen()) robot.brake();
    });
  }

  #set(mode: ControlMode, module: RobotModule, joints: JointMap, sensors: SensorMap, actuators: ActuatorMap): Setting {
    const { model, views, stepS } = this.#around;
    for (const actuator of actuators.others) switchOffActuator(model, actuator);
    const servo = new JointServo(model, joints, module, views, stepS);
    return { servo, actuators, robot: new SimulatedRobot({ views, joints, actuators, sensors, servo, mode }) };
  }
}
