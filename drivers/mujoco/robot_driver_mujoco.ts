import type { Clock } from "../../core/clock.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import type { RobotDriver } from "../robot_driver.ts";
import type { Divergence } from "./divergence.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoStep } from "./mujoco_simulation.ts";
import type { MujocoViews } from "./mujoco_views.ts";
import { PeriodPace } from "./period_pace.ts";
import type { SimulatedRobot } from "./simulated_robot.ts";

/** What a {@link RobotDriverMujoco} is made of; see `createRobotDriverMuJoCo`. */
export interface MujocoParts {
  /** The robot, braked in the pose in which the simulation stands. */
  readonly robot: SimulatedRobot;
  /** Model and state. */
  readonly model: MujocoModel;
  /** Live arrays of the state. */
  readonly views: MujocoViews;
  /** Watches for divergence. */
  readonly divergence: Divergence;
  /** One physics step. */
  readonly step: MujocoStep;
  /** Physics steps in a period. */
  readonly steps: number;
  /** Robot period [ns]. */
  readonly periodNs: number;
  /** Steady time. */
  readonly clock: Clock;
  /** Writes to the log; used when the robot is closed. */
  readonly log: (level: "info" | "warning" | "error", text: string) => void;
}

const FAULT = { none: 0, diverged: -1, internal: -2 } as const;

/** A robot alone under MuJoCo physics, in real time; the rules are those of `createRobotDriverMuJoCo`. */
export class RobotDriverMujoco implements RobotDriver {
  readonly #parts: MujocoParts;
  readonly #robot: SimulatedRobot;
  readonly #pace: PeriodPace;
  #periods = 0;
  #fault: number = FAULT.none;

  /** The robot starts in the pose in which the simulation stands. */
  constructor(parts: MujocoParts) {
    this.#parts = parts;
    this.#robot = parts.robot;
    this.#pace = new PeriodPace(parts.clock, parts.periodNs);
  }

  /** Begins anew: brakes all joints in the pose in which the simulation stands. Not real-time safe. */
  restart(): void {
    this.#periods = 0;
    this.#pace.restart();
    this.#fault = FAULT.none;
    this.#robot.brake();
  }

  /**
   * Runs `cycles` cycles for the compiler, without waiting (but for the first): each way through a cycle is taken, because code that was
   * compiled without having seen one is thrown away when it is. The simulation moves on, and the driver has to be restarted afterwards.
   * Not real-time safe.
   */
  rehearse(cycles: number, state: RobotState): void {
    const { mode } = this.#robot;
    const command = this.#robot.copyCommand();
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
    return this.#robot.readState(into);
  }

  /** @realtime */
  servoJ(q: Float64Array): number {
    return this.#noted(this.#robot.servoJ(q));
  }

  /** @realtime */
  speedJ(qd: Float64Array): number {
    return this.#noted(this.#robot.speedJ(qd));
  }

  /** @realtime */
  tauJ(tau: Float64Array): number {
    return this.#noted(this.#robot.tauJ(tau));
  }

  /** Text of the last fault, "" when there was none. */
  lastError(): string {
    switch (this.#fault) {
      case FAULT.none:
        return "";
      case FAULT.diverged:
        return this.#parts.divergence.describe();
      case FAULT.internal:
        return `simulating ${this.#parts.model.path}: MuJoCo stopped with '${this.#parts.step.lastError()}'; check the model`;
      default:
        return this.#robot.lastError();
    }
  }

  /** Frees the simulation, and logs what was lost. */
  close(): void {
    const { model, views, log, periodNs } = this.#parts;
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
    views.release();
    model.simulation.close();
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
    const { views, step, steps } = this.#parts;
    for (let i = 0; i < steps; i++) {
      this.#robot.exert();
      if (step.step() < 0) {
        this.#fault = FAULT.internal;
        return false;
      }
      if (views.isStale) views.retake();
    }
    this.#periods++;
    this.#robot.take();
    if (!this.#parts.divergence.check(this.#periods)) return true;
    this.#fault = FAULT.diverged;
    return false;
  }

  /**
   * Keeps the fault of a command.
   *
   * @realtime
   */
  #noted(result: number): number {
    if (result < 0) this.#fault = result;
    return result;
  }
}
