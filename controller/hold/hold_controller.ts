import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotController, RobotControllerContext } from "../robot_controller.ts";

/**
 * Keeps every robot where it is: in position mode at the position measured when it was initialised, in velocity and torque mode by zeros.
 *
 * - A robot that is initialised again is held at its new position.
 * - Before `initializeRobot` a robot has no command.
 * - Real-time safe: everything but the constructor and `lastError()`.
 */
export class HoldController implements RobotController {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  readonly #held: readonly Float64Array[];
  readonly #known: Uint8Array;
  #running = false;
  #refused = -1;

  /** Takes the robots' numbers of joints from the context. */
  constructor(context: RobotControllerContext) {
    this.timeStepNs = context.timeStepNs;
    this.#held = context.robots.map((robot) => new Float64Array(robot.module.joints.length));
    this.#known = new Uint8Array(context.robots.length);
  }

  /** Makes `isRunning()` true. */
  start(): void {
    this.#running = true;
  }

  /** Makes `isRunning()` false. */
  stop(): void {
    this.#running = false;
  }

  /** True from `start()` to `stop()`. */
  isRunning(): boolean {
    return this.#running;
  }

  /**
   * Not needed to hold.
   *
   * @realtime
   */
  setEncoderValues(): void {}

  /**
   * Not needed to hold.
   *
   * @realtime
   */
  setEncoderVelocities(): void {}

  /**
   * Not needed to hold.
   *
   * @realtime
   */
  setJointTorques(): void {}

  /**
   * Not needed to hold.
   *
   * @realtime
   */
  setBodySensor(): void {}

  /**
   * Not needed to hold.
   *
   * @realtime
   */
  setForceSensor(): void {}

  /**
   * Latches the position to hold. Returns -1 when `q` has not one finite value per joint; the robot then has no command.
   *
   * @realtime
   */
  initializeRobot(robot: number, q: Float64Array): number {
    const held = this.#held[robot];
    this.#known[robot] = 0;
    for (let i = 0; i < held.length; i++) {
      // A missing value is undefined, which is not finite either.
      if (!Number.isFinite(q[i])) {
        this.#refused = robot;
        return -1;
      }
      held[i] = q[i];
    }
    this.#known[robot] = 1;
    return 0;
  }

  /** Nothing to do: each robot is held on its own. */
  initializeRobots(): void {}

  /**
   * Nothing to compute. Returns 0.
   *
   * @realtime
   */
  run(): number {
    return 0;
  }

  /**
   * Writes the held position, or zeros. Returns -1 when the robot is not initialised.
   *
   * @realtime
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number {
    if (this.#known[robot] !== 1) return -1;
    const held = this.#held[robot];
    for (let i = 0; i < held.length; i++) into[i] = mode === "position" ? held[i] : 0;
    return 0;
  }

  /** Which robot was refused, or "". */
  lastError(): string {
    return this.#refused < 0
      ? ""
      : `Cannot hold robot ${this.#refused}: its measured positions are not one finite number per joint; check the driver`;
  }
}
