import type { Clock } from "../../core/clock.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver } from "../robot_driver.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import type { Divergence } from "./divergence.ts";
import type { JointMap } from "./joint_map.ts";
import type { JointServo } from "./joint_servo.ts";
import type { MujocoStep } from "./mujoco_engine.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import { periodsToMakeUp } from "./periods_to_make_up.ts";
import type { SensorMap } from "./sensor_map.ts";
import { SERVO_LAW } from "./servo_law.ts";

/** What a {@link RobotDriverMujoco} is made of; see `createRobotDriverMuJoCo`. */
export interface MujocoParts {
  /** Model and state, standing in the initial pose. */
  readonly model: MujocoModel;
  /** Live arrays of the state. */
  readonly views: MujocoViews;
  /** Joints of the module. */
  readonly joints: JointMap;
  /** Actuators of the mode. */
  readonly actuators: ActuatorMap;
  /** Sensors of the module. */
  readonly sensors: SensorMap;
  /** Own forces on joints; all laws `off`. */
  readonly servo: JointServo;
  /** Watches for divergence. */
  readonly divergence: Divergence;
  /** One physics step. */
  readonly step: MujocoStep;
  /** Physics steps in a period. */
  readonly steps: number;
  /** Robot period [ns]. */
  readonly periodNs: number;
  /** The mode of the commands. */
  readonly mode: ControlMode;
  /** Steady time. */
  readonly clock: Clock;
  /** Writes to the log; used when the robot is closed. */
  readonly log: (level: "info" | "warning" | "error", text: string) => void;
}

const FAULT = { none: 0, diverged: -1, internal: -2, mode: -3, command: -4 } as const;
const MODE_LAW = { position: SERVO_LAW.position, velocity: SERVO_LAW.velocity, torque: SERVO_LAW.torque } as const;

/** A robot under MuJoCo physics, in real time; the rules are those of `createRobotDriverMuJoCo`. */
export class RobotDriverMujoco implements RobotDriver {
  readonly #parts: MujocoParts;
  readonly #command: Float64Array;
  #isCommanded = false;
  #isRunning = false;
  #deadlineNs = 0;
  #periods = 0;
  #madeUp = 0;
  #lost = 0;
  #fault: number = FAULT.none;
  #cause: unknown = undefined;

  /** Brakes all joints in the pose in which the simulation stands. */
  constructor(parts: MujocoParts) {
    this.#parts = parts;
    const { views, joints, servo } = parts;
    this.#command = new Float64Array(joints.joint.length);
    for (let joint = 0; joint < this.#command.length; joint++) {
      servo.setLaw(joint, SERVO_LAW.brake);
      servo.target[joint] = views.qpos[joints.qpos[joint]];
      if (parts.mode === "position") this.#command[joint] = servo.target[joint];
    }
    this.#holdActuators();
  }

  /** Periods simulated, those made up included. */
  get periods(): number {
    return this.#periods;
  }

  /** Periods that were missed in a stall and simulated right after it. */
  get madeUpPeriods(): number {
    return this.#madeUp;
  }

  /** Periods that were missed and not simulated. */
  get lostPeriods(): number {
    return this.#lost;
  }

  /** @realtime */
  sync(): number {
    const { clock, periodNs } = this.#parts;
    const startNs = clock.now();
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#deadlineNs = startNs;
    }
    if (!this.#advance()) return this.#fault;
    this.#deadlineNs += periodNs;
    const nowNs = clock.now();
    const missed = Math.floor((nowNs - this.#deadlineNs) / periodNs);
    if (missed > 0) {
      const count = periodsToMakeUp(missed, periodNs, nowNs - startNs);
      for (let i = 0; i < count; i++) if (!this.#advance()) return this.#fault;
      this.#madeUp += count;
      this.#lost += missed - count;
      this.#deadlineNs += missed * periodNs;
    }
    clock.sleepUntil(this.#deadlineNs);
    return 0;
  }

  /** @realtime */
  readState(into: RobotState): number {
    const { views, joints, servo, sensors } = this.#parts;
    const count = joints.joint.length;
    for (let joint = 0; joint < count; joint++) {
      const dof = joints.dof[joint];
      into.position[joint] = views.qpos[joints.qpos[joint]];
      into.velocity[joint] = views.qvel[dof];
      into.torque[joint] = views.actuator[dof] + servo.torque[joint];
    }
    into.positionCount = count;
    into.velocityCount = count;
    into.torqueCount = count;
    for (let i = 0; i < into.bodySensors.length; i++) {
      const slot = into.bodySensors[i];
      const first = sensors.bodySensors[3 * i];
      slot.present = first >= 0;
      if (!slot.present) continue;
      for (let k = 0; k < 4; k++) slot.orientation[k] = views.sensors[first + k];
      for (let k = 0; k < 3; k++) {
        slot.angularVelocity[k] = views.sensors[sensors.bodySensors[3 * i + 1] + k];
        slot.linearAcceleration[k] = views.sensors[sensors.bodySensors[3 * i + 2] + k];
      }
    }
    for (let i = 0; i < into.forceSensors.length; i++) {
      const slot = into.forceSensors[i];
      const first = sensors.forceSensors[2 * i];
      slot.present = first >= 0;
      if (!slot.present) continue;
      // MuJoCo reports what the robot side does to the tool side; a force sensor reports what is done to the robot.
      for (let k = 0; k < 3; k++) {
        slot.force[k] = -views.sensors[first + k];
        slot.torque[k] = -views.sensors[sensors.forceSensors[2 * i + 1] + k];
      }
    }
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

  /** Text of the last fault, "" when there was none. */
  lastError(): string {
    const { model, mode } = this.#parts;
    switch (this.#fault) {
      case FAULT.diverged:
        return this.#parts.divergence.describe();
      case FAULT.internal: {
        const text = this.#cause instanceof Error ? this.#cause.message : String(this.#cause);
        return `simulating ${model.path}: MuJoCo stopped with '${text.trim()}'; check the model`;
      }
      case FAULT.mode:
        return `commanding the simulated robot: the command is of another mode than ${mode}, in which it was initialised; ` +
          "send commands of that mode";
      case FAULT.command:
        return `commanding the simulated robot: a value is missing or not finite, ${this.#command.length} finite values were ` +
          "wanted; correct the sender";
      default:
        return "";
    }
  }

  /** Frees the simulation, and logs what was lost. */
  close(): void {
    const { model, log, periodNs } = this.#parts;
    if (this.#lost > 0) {
      log(
        "warning",
        `simulated time is ${
          (this.#lost * periodNs / 1e9).toFixed(3)
        } s behind the wall clock: ${this.#lost} periods were missed ` +
          `and not made up (${this.#madeUp} were); the computer stalled, or the model is too slow for its period`,
      );
    }
    for (const text of model.engine.takeMessages()) log("warning", `MuJoCo: ${text}`);
    model.data.delete();
    model.model.delete();
  }

  /**
   * Simulates one period with the latest command.
   *
   * @realtime
   */
  #advance(): boolean {
    const { views, servo, step, steps, periodNs } = this.#parts;
    try {
      for (let i = 0; i < steps; i++) {
        servo.exert();
        step.step();
        if (views.isStale) views.retake();
      }
    } catch (error) {
      this.#cause = error;
      this.#fault = FAULT.internal;
      return false;
    }
    this.#periods++;
    if (!this.#parts.divergence.check(this.#periods * periodNs)) return true;
    this.#fault = FAULT.diverged;
    return false;
  }

  /** @realtime */
  #accept(values: Float64Array): number {
    if (values.length !== this.#command.length) return this.#fail(FAULT.command);
    for (let joint = 0; joint < values.length; joint++) {
      if (!Number.isFinite(values[joint])) return this.#fail(FAULT.command);
    }
    for (let joint = 0; joint < values.length; joint++) this.#command[joint] = values[joint];
    if (!this.#isCommanded) this.#releaseBrakes();
    const { actuators, servo } = this.#parts;
    for (let joint = 0; joint < values.length; joint++) {
      if (actuators.unserved[joint] === 1) servo.target[joint] = values[joint];
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
      const { ctrl, offset, joints, weights } = actuators.inputs[i];
      let value = offset;
      for (let k = 0; k < joints.length; k++) value += weights[k] * this.#command[joints[k]];
      views.ctrl[ctrl] = value;
    }
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
