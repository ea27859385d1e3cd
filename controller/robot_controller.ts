import type { ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";

/**
 * A controller backend: gets the measurements of every robot, computes, and is asked for commands.
 *
 * - Who creates: the manager's control worker, by a {@link RobotControllerFactory}; all calls come from that one thread.
 * - Order: `setEncoderValues(robot, …)`, then `initializeRobot(robot, q)` once per robot; `initializeRobots()` and `start()` once all
 *   timing checks have passed; then per tick the setters, `run()` every `timeStep`, and `command()` for each robot.
 * - Robots are numbered in the order of `RobotControllerContext.robots`.
 * - Real-time: after `start()` nothing but `stop()` may allocate, await, throw or log. A failure is a negative return value, and
 *   `lastError()` tells what happened.
 */
export interface RobotController {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  /** Prepares for `run()`. */
  start(): void;
  /** Ends the controller; `isRunning()` is false from here on. */
  stop(): void;
  /** False once the controller wants to stop by itself, or was stopped; the manager then shuts down. */
  isRunning(): boolean;
  /** Measured joint positions, `count` values of `q`, in the module's order. */
  setEncoderValues(robot: number, q: Float64Array, count: number): void;
  /** Measured joint velocities. */
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void;
  /** Measured joint torques. */
  setJointTorques(robot: number, tau: Float64Array, count: number): void;
  /** One IMU, by its index in the module's `bodySensors`: orientation w, x, y, z; angular velocity [rad/s]; linear acceleration [m/s²]. */
  setBodySensor(
    robot: number,
    sensor: number,
    orientation: Float64Array,
    angularVelocity: Float64Array,
    linearAcceleration: Float64Array,
  ): void;
  /** One force sensor, by its index in the module's `forceSensors`: force [N] and torque [Nm], in the sensor's frame. */
  setForceSensor(robot: number, sensor: number, force: Float64Array, torque: Float64Array): void;
  /** The robot's first State arrived: it stands at `q`. Returns 0, or a negative number when it is refused. */
  initializeRobot(robot: number, q: Float64Array): number;
  /** All robots of the run are known. */
  initializeRobots(): void;
  /** One control step. Returns 0, or a negative number on a failure, which stops the manager. */
  run(): number;
  /**
   * Writes the command of a robot, one value per joint, to `into`. Returns 0, or a negative number when there is none. What a controller leaves
   * unwritten is NaN: who sends the command fills `into` before, and sends nothing that is not finite.
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number;
  /** Text of the last failure. May allocate. */
  lastError(): string;
}

/** One robot, as a controller is told of it. */
export interface ControlledRobot {
  /** Key under `Robots:`. */
  readonly name: string;
  /** The robot. */
  readonly module: RobotModule;
  /** Mode in which its commands will be asked for. */
  readonly mode: ControlMode;
  /** The robot's own period [ns]. */
  readonly periodNs: number;
}

/** What a controller is created from. */
export interface RobotControllerContext {
  /** `Timestep` [ns]. */
  readonly timeStepNs: number;
  /** The robots, in the file's order. */
  readonly robots: readonly ControlledRobot[];
  /** The whole configuration file, as plain data (already checked): a controller reads its own section. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Writes a line to the manager's log; never in the loop. Absent where nobody listens. */
  readonly log?: (level: "info" | "warning" | "error", text: string) => void;
}

/** Creates a controller. Rejects with an error whose text names key, value and what was wanted. */
export type RobotControllerFactory = (context: RobotControllerContext) => Promise<RobotController>;
