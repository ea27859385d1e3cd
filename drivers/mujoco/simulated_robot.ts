import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { ActuatorInput } from "./actuator_input.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import type { JointMap } from "./joint_map.ts";
import type { JointServo } from "./joint_servo.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import type { SensorMap } from "./sensor_map.ts";
import { SensorReading } from "./sensor_reading.ts";
import { SERVO_LAW } from "./servo_law.ts";
import { wordsOf } from "./words_of.ts";

/** What a {@link SimulatedRobot} is made of. */
export interface SimulatedRobotParts {
  /** Live arrays of the simulation, which other robots may share. */
  readonly views: MujocoViews;
  /** Joints of the module. */
  readonly joints: JointMap;
  /** Actuators of the mode. */
  readonly actuators: ActuatorMap;
  /** Sensors of the module. */
  readonly sensors: SensorMap;
  /** Own forces on joints. */
  readonly servo: JointServo;
  /** The mode of the commands. */
  readonly mode: ControlMode;
}

const FAULT = { none: 0, mode: -3, command: -4 } as const;
/** As a constant, because negating a number allocates until the code is compiled. */
const MINUS_INFINITY = -Infinity;
const MODE_LAW = { position: SERVO_LAW.position, velocity: SERVO_LAW.velocity, torque: SERVO_LAW.torque } as const;

/**
 * One robot in a simulation: its commands, brakes, servo, actuators and readings. It knows no time and makes no physics steps; whoever does
 * calls {@link exert} before each step and {@link take} when the robot's period is over.
 */
export class SimulatedRobot {
  readonly #parts: SimulatedRobotParts;
  readonly #command: Float64Array;
  readonly #commandWords: Int32Array;
  readonly #reading: SensorReading;
  #isCommanded = false;
  #fault: number = FAULT.none;

  /** The robot is braked in the pose in which the simulation stands. */
  constructor(parts: SimulatedRobotParts) {
    this.#parts = parts;
    this.#command = new Float64Array(parts.joints.joint.length);
    this.#commandWords = wordsOf(this.#command);
    this.#reading = new SensorReading(parts.views, parts.joints, parts.sensors, parts.servo);
    this.brake();
  }

  /** The mode of the commands. */
  get mode(): ControlMode {
    return this.#parts.mode;
  }

  /** Brakes all joints in the pose in which the simulation stands, until the next command. Not real-time safe. */
  brake(): void {
    const { views, joints, servo, mode } = this.#parts;
    this.#isCommanded = false;
    this.#fault = FAULT.none;
    for (let joint = 0; joint < this.#command.length; joint++) {
      servo.setLaw(joint, SERVO_LAW.brake);
      servo.target[joint] = views.qpos[joints.qpos[joint]];
      this.#command[joint] = mode === "position" ? servo.target[joint] : 0;
    }
    this.#holdActuators();
    this.#reading.take();
  }

  /** The command in force, by value: a new array. */
  copyCommand(): Float64Array {
    return Float64Array.from(this.#command);
  }

  /**
   * Exerts the robot's own torques for the next physics step.
   *
   * @realtime
   */
  exert(): void {
    this.#parts.servo.exert();
  }

  /**
   * Takes the readings of the simulation's present state.
   *
   * @realtime
   */
  take(): void {
    this.#reading.take();
  }

  /** @realtime */
  readState(into: RobotState): number {
    this.#reading.copyTo(into);
    return 0;
  }

  /** @realtime */
  servoJ(q: Float64Array): number {
    return this.#parts.mode === "position" ? this.#accept(q) : this.#fail(FAULT.mode);
  }

  /** @realtime */
  speedJ(qd: Float64Array): number {
    return this.#parts.mode === "velocity" ? this.#accept(qd) : this.#fail(FAULT.mode);
  }

  /** @realtime */
  tauJ(tau: Float64Array): number {
    return this.#parts.mode === "torque" ? this.#accept(tau) : this.#fail(FAULT.mode);
  }

  /** Text of the last fault of a command, "" when there was none. */
  lastError(): string {
    switch (this.#fault) {
      case FAULT.mode:
        return `commanding the simulated robot: the command is of another mode than ${this.#parts.mode}, in which it was initialised; ` +
          "send commands of that mode";
      case FAULT.command:
        return `commanding the simulated robot: a value is missing or not finite, ${this.#command.length} finite values were ` +
          "wanted; correct the sender";
      default:
        return "";
    }
  }

  /** @realtime */
  #accept(values: Float64Array): number {
    if (values.length !== this.#command.length) return this.#fail(FAULT.command);
    // Built-in functions, because a loop over an array of a kind that the warm-up has not seen allocates until it is compiled.
    if (values.includes(NaN) || values.includes(Infinity) || values.includes(MINUS_INFINITY)) {
      return this.#fail(FAULT.command);
    }
    this.#command.set(values);
    if (!this.#isCommanded) this.#releaseBrakes();
    const { actuators, servo } = this.#parts;
    for (let joint = 0; joint < this.#command.length; joint++) {
      if (actuators.unserved[joint] === 1) servo.target[joint] = this.#command[joint];
    }
    this.#writeControls();
    return 0;
  }

  /** @realtime */
  #fail(fault: number): number {
    this.#fault = fault;
    return fault;
  }

  /** @realtime */
  #releaseBrakes(): void {
    const { actuators, servo, mode } = this.#parts;
    this.#isCommanded = true;
    for (let joint = 0; joint < this.#command.length; joint++) {
      servo.setLaw(joint, actuators.unserved[joint] === 1 ? MODE_LAW[mode] : SERVO_LAW.off);
    }
  }

  /** @realtime */
  #writeControls(): void {
    const { actuators, views } = this.#parts;
    for (let i = 0; i < actuators.inputs.length; i++) {
      const { ctrl, isPlain, joints } = actuators.inputs[i];
      if (isPlain) {
        views.ctrlWords[2 * ctrl] = this.#commandWords[2 * joints[0]];
        views.ctrlWords[2 * ctrl + 1] = this.#commandWords[2 * joints[0] + 1];
      } else {
        this.#writeWeighted(actuators.inputs[i]);
      }
    }
  }

  /** @realtime */
  #writeWeighted({ ctrl, offset, joints, weights }: ActuatorInput): void {
    let value = offset;
    for (let k = 0; k < joints.length; k++) value += weights[k] * this.#command[joints[k]];
    this.#parts.views.ctrl[ctrl] = value;
  }

  /** Gives the actuators the pose, or no motion, as their target, their activation states included. */
  #holdActuators(): void {
    const { actuators, views, servo } = this.#parts;
    this.#writeControls();
    for (const input of actuators.inputs) {
      if (input.act < 0) continue;
      let hold = input.holdOffset;
      for (let k = 0; k < input.joints.length; k++) hold += input.holdWeights[k] * servo.target[input.joints[k]];
      views.act[input.act] = input.isIntegrator ? hold : views.ctrl[input.ctrl];
    }
  }
}
