import type { Clock } from "../../core/clock.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver } from "../robot_driver.ts";
import type { ActuatorInput } from "./actuator_input.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import type { Divergence } from "./divergence.ts";
import type { JointMap } from "./joint_map.ts";
import type { JointServo } from "./joint_servo.ts";
import type { MujocoStep } from "./mujoco_engine.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import { PeriodPace } from "./period_pace.ts";
import type { SensorMap } from "./sensor_map.ts";
import { SensorReading } from "./sensor_reading.ts";
import { SERVO_LAW } from "./servo_law.ts";
import { wordsOf } from "./words_of.ts";

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
/** As a constant, because negating a number allocates until the code is compiled. */
const MINUS_INFINITY = -Infinity;
const MODE_LAW = { position: SERVO_LAW.position, velocity: SERVO_LAW.velocity, torque: SERVO_LAW.torque } as const;

/** A robot under MuJoCo physics, in real time; the rules are those of `createRobotDriverMuJoCo`. */
export class RobotDriverMujoco implements RobotDriver {
  readonly #parts: MujocoParts;
  readonly #command: Float64Array;
  readonly #commandWords: Int32Array;
  readonly #reading: SensorReading;
  readonly #pace: PeriodPace;
  #isCommanded = false;
  #periods = 0;
  #fault: number = FAULT.none;
  #cause: unknown = undefined;

  /** The robot starts in the pose in which the simulation stands. */
  constructor(parts: MujocoParts) {
    this.#parts = parts;
    this.#command = new Float64Array(parts.joints.joint.length);
    this.#commandWords = wordsOf(this.#command);
    this.#reading = new SensorReading(parts.views, parts.joints, parts.sensors, parts.servo);
    this.#pace = new PeriodPace(parts.clock, parts.periodNs);
    this.restart();
  }

  /** Begins anew: brakes all joints in the pose in which the simulation stands. Not real-time safe. */
  restart(): void {
    const { views, joints, servo, mode } = this.#parts;
    this.#isCommanded = false;
    this.#periods = 0;
    this.#pace.restart();
    this.#fault = FAULT.none;
    for (let joint = 0; joint < this.#command.length; joint++) {
      servo.setLaw(joint, SERVO_LAW.brake);
      servo.target[joint] = views.qpos[joints.qpos[joint]];
      this.#command[joint] = mode === "position" ? servo.target[joint] : 0;
    }
    this.#holdActuators();
    this.#reading.take();
  }

  /**
   * Runs `cycles` cycles for the compiler, without waiting (but for the first): each way through a cycle is taken, because code that was
   * compiled without having seen one is thrown away when it is. The simulation moves on, and the driver has to be restarted afterwards.
   * Not real-time safe.
   */
  rehearse(cycles: number, state: RobotState): void {
    const { mode } = this.#parts;
    const command = Float64Array.from(this.#command);
    for (let i = 0; i < cycles; i++) {
      if (i === 0) this.restart();
      else this.#pace.rehearse(i % 50 === 1 ? 3 : 1);
      this.sync();
      this.readState(state);
      if (i === 0) continue;
      if (mode === "position") this.servoJ(command);
      else if (mode === "velocity") this.speedJ(command);
      else this.tauJ(command);
    }
  }

  /** Periods simulated, those made up included. */
  get periods(): number {
    return this.#periods;
  }

  /** Periods that were missed in a stall and simulated right after it. */
  get madeUpPeriods(): number {
    return this.#pace.madeUp;
  }

  /** Periods that were missed and not simulated. */
  get lostPeriods(): number {
    return this.#pace.lost;
  }

  /** @realtime */
  sync(): number {
    this.#pace.begin();
    if (!this.#advance()) return this.#fault;
    const missed = this.#pace.endPhysics();
    if (missed > 0 && !this.#makeUp(missed)) return this.#fault;
    const late = this.#pace.sleep();
    if (late > 0 && !this.#makeUp(late)) return this.#fault;
    this.#pace.finish();
    return 0;
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
    const { lost, madeUp } = this.#pace;
    if (lost > 0) {
      log(
        "warning",
        `simulated time is ${
          (lost * periodNs / 1e9).toFixed(3)
        } s behind the wall clock: ${lost} periods were missed ` +
          `and not made up (${madeUp} were); the computer stalled, or the model is too slow for its period`,
      );
    }
    for (const text of model.engine.takeMessages()) log("warning", `MuJoCo: ${text}`);
    model.data.delete();
    model.model.delete();
  }

  /** @realtime */
  #makeUp(periods: number): boolean {
    for (let i = 0; i < periods; i++) if (!this.#advance()) return false;
    return true;
  }

  /**
   * Simulates one period with the latest command. Returns false on a fault.
   *
   * @realtime
   */
  #advance(): boolean {
    const { views, servo, step, steps } = this.#parts;
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
    this.#reading.take();
    if (!this.#parts.divergence.check(this.#periods)) return true;
    this.#fault = FAULT.diverged;
    return false;
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
