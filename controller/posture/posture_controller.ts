import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import type { PostureConfiguration } from "./posture_configuration.ts";
import { postureGains } from "./posture_gains.ts";
import { postureLimits } from "./posture_limits.ts";
import { PostureMotion } from "./posture_motion.ts";
import type { PostureProgress } from "./posture_progress.ts";
import { PostureRobot } from "./posture_robot.ts";

const NS_PER_S = 1e9;

/**
 * Moves every robot through its targets, from where it was measured to stand, and stays at each for a while.
 *
 * - Commands are computed by `run()`; `command()` gives those of the last `run()`.
 * - A robot without targets holds. A robot that is initialised again starts again, from its new position, at its first target.
 * - Real-time safe: everything but the constructor and `lastError()`.
 */
export class PostureController implements RobotController, PostureProgress {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  readonly #robots: readonly PostureRobot[];
  #running = false;
  #refused = -1;

  /** `configuration`: checked against the robots of the context. */
  constructor(context: RobotControllerContext, configuration: PostureConfiguration) {
    this.timeStepNs = context.timeStepNs;
    const periodS = context.timeStepNs / NS_PER_S;
    this.#robots = context.robots.map(({ name, module: { joints } }) => {
      const motion = new PostureMotion(joints.length, {
        targets: configuration.robots[name]?.targets ?? [],
        limits: postureLimits(joints, configuration.speed),
        periodS,
        dwellS: configuration.dwell,
        loop: configuration.loop,
      });
      return new PostureRobot(joints, motion, postureGains(joints, periodS), periodS);
    });
  }

  /** Makes `isRunning()` true; the motions start with the first `run()`. */
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
   * Measured joint positions; what is not one finite number per joint is ignored.
   *
   * @realtime
   */
  setEncoderValues(robot: number, q: Float64Array, count: number): void {
    this.#robots[robot].measurePosition(q, count);
  }

  /**
   * Measured joint velocities; when there are none they are taken from the positions.
   *
   * @realtime
   */
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void {
    this.#robots[robot].measureVelocity(qd, count);
  }

  /**
   * Not used.
   *
   * @realtime
   */
  setJointTorques(): void {}

  /**
   * Not used.
   *
   * @realtime
   */
  setBodySensor(): void {}

  /**
   * Not used.
   *
   * @realtime
   */
  setForceSensor(): void {}

  /**
   * The robot stands at `q`. Returns -1 when that is not one finite number per joint; the robot then has no command.
   *
   * @realtime
   */
  initializeRobot(robot: number, q: Float64Array): number {
    const code = this.#robots[robot].initialize(q);
    if (code !== 0) this.#refused = robot;
    return code;
  }

  /** Nothing to do: each robot moves on its own. */
  initializeRobots(): void {}

  /**
   * One control step of every initialised robot. Returns 0.
   *
   * @realtime
   */
  run(): number {
    for (let i = 0; i < this.#robots.length; i++) this.#robots[i].step();
    return 0;
  }

  /**
   * Writes the command of the last `run()`: before the first one the measured position, or zeros. Returns -1 when the robot is not
   * initialised.
   *
   * @realtime
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number {
    const its = this.#robots[robot];
    if (!its.isInitialized()) return -1;
    const values = mode === "position" ? its.position : mode === "velocity" ? its.velocity : its.torque;
    for (let i = 0; i < values.length; i++) into[i] = values[i];
    return 0;
  }

  /**
   * What is being done with the robot: a code of `PosturePhase`.
   *
   * @realtime
   */
  robotPhase(robot: number): number {
    return this.#robots[robot].motion.phase;
  }

  /**
   * Index of the target the robot moves to or stands at, from 0; -1 while it has none.
   *
   * @realtime
   */
  targetIndex(robot: number): number {
    return this.#robots[robot].motion.target;
  }

  /** Which robot was refused, or "". */
  lastError(): string {
    return this.#refused < 0
      ? ""
      : `Cannot start robot ${this.#refused}: its measured positions are not one finite number per joint; check the driver`;
  }
}
