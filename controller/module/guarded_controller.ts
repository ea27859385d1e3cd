import { ModuleFault } from "../../core/module/module_fault.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotController } from "../robot_controller.ts";
import type { RobotControllerModule } from "./robot_controller_module.ts";

/**
 * The seam between the manager's loop and a controller that somebody else has written in a module: whatever that one does, no method but `stop()`
 * throws, and `lastError()` tells what happened.
 *
 * - An exception, and a result that is no number where one is wanted, are a fault of -1; the text names the method and the place in the module.
 * - After an exception the controller is not called again but for `stop()`: `isRunning()` is false, and `run()` and `command()` return -1.
 * - Methods that the module leaves out do nothing; without its own `isRunning()` it runs from `start()` to `stop()`.
 * - Real-time safe: as far as the controller is; the guard itself allocates nothing.
 */
export class GuardedController implements RobotController {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  readonly #controller: RobotControllerModule;
  readonly #path: string;
  readonly #fault: ModuleFault;
  readonly #joints: readonly number[];
  #running = false;

  /**
   * `controller`: has the methods that are needed. `path`: the module's, for messages. `timeStepNs`: period of `run()`. `joints`: how many each robot
   * has.
   */
  constructor(controller: RobotControllerModule, path: string, timeStepNs: number, joints: readonly number[]) {
    this.#joints = joints;
    this.#controller = controller;
    this.#path = path;
    this.#fault = new ModuleFault(path);
    this.timeStepNs = timeStepNs;
  }

  /** Prepares for `run()`. */
  start(): void {
    this.#running = true;
    try {
      this.#controller.start?.();
    } catch (error) {
      this.#broken("start", error);
    }
  }

  /** Ends the controller, also after a fault. Errors: {@link ControllerError} with what its `stop()` throws. */
  stop(): void {
    this.#running = false;
    try {
      this.#controller.stop?.();
    } catch (error) {
      const fault = new ModuleFault(this.#path);
      fault.threw("stop", error);
      throw new ControllerError(this.#path, `Cannot stop the controller '${this.#path}': ${fault.describe(() => "")}`);
    }
  }

  /**
   * False from the first exception on, and when the controller says so.
   *
   * @realtime
   */
  isRunning(): boolean {
    if (this.#fault.isOfGuard || !this.#running) return false;
    if (this.#controller.isRunning === undefined) return true;
    try {
      return this.#controller.isRunning();
    } catch (error) {
      this.#broken("isRunning", error);
      return false;
    }
  }

  /**
   * Measured positions.
   *
   * @realtime
   */
  setEncoderValues(robot: number, q: Float64Array, count: number): void {
    if (this.#fault.isOfGuard) return;
    try {
      this.#controller.setEncoderValues(robot, q, count);
    } catch (error) {
      this.#broken("setEncoderValues", error);
    }
  }

  /**
   * Measured velocities.
   *
   * @realtime
   */
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void {
    if (this.#fault.isOfGuard || this.#controller.setEncoderVelocities === undefined) return;
    try {
      this.#controller.setEncoderVelocities(robot, qd, count);
    } catch (error) {
      this.#broken("setEncoderVelocities", error);
    }
  }

  /**
   * Measured torques.
   *
   * @realtime
   */
  setJointTorques(robot: number, tau: Float64Array, count: number): void {
    if (this.#fault.isOfGuard || this.#controller.setJointTorques === undefined) return;
    try {
      this.#controller.setJointTorques(robot, tau, count);
    } catch (error) {
      this.#broken("setJointTorques", error);
    }
  }

  /**
   * An IMU.
   *
   * @realtime
   */
  setBodySensor(
    robot: number,
    sensor: number,
    orientation: Float64Array,
    angularVelocity: Float64Array,
    linearAcceleration: Float64Array,
  ): void {
    if (this.#fault.isOfGuard || this.#controller.setBodySensor === undefined) return;
    try {
      this.#controller.setBodySensor(robot, sensor, orientation, angularVelocity, linearAcceleration);
    } catch (error) {
      this.#broken("setBodySensor", error);
    }
  }

  /**
   * A force sensor.
   *
   * @realtime
   */
  setForceSensor(robot: number, sensor: number, force: Float64Array, torque: Float64Array): void {
    if (this.#fault.isOfGuard || this.#controller.setForceSensor === undefined) return;
    try {
      this.#controller.setForceSensor(robot, sensor, force, torque);
    } catch (error) {
      this.#broken("setForceSensor", error);
    }
  }

  /**
   * Where a robot stands.
   *
   * @realtime
   */
  initializeRobot(robot: number, q: Float64Array): number {
    if (this.#fault.isOfGuard) return -1;
    try {
      const code: unknown = this.#controller.initializeRobot(robot, q);
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("initializeRobot", code);
    } catch (error) {
      return this.#broken("initializeRobot", error);
    }
  }

  /** All robots of the run are known. */
  initializeRobots(): void {
    try {
      this.#controller.initializeRobots?.();
    } catch (error) {
      this.#broken("initializeRobots", error);
    }
  }

  /**
   * One step.
   *
   * @realtime
   */
  run(): number {
    if (this.#fault.isOfGuard) return -1;
    try {
      const code: unknown = this.#controller.run();
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("run", code);
    } catch (error) {
      return this.#broken("run", error);
    }
  }

  /**
   * The command of a robot: NaN where the controller has written nothing.
   *
   * @realtime
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number {
    if (this.#fault.isOfGuard) return -1;
    const joints = this.#joints[robot];
    for (let i = 0; i < joints; i++) into[i] = NaN;
    try {
      const code: unknown = this.#controller.command(robot, mode, into);
      return typeof code === "number" && code >= 0 ? code : this.#fault.returned("command", code);
    } catch (error) {
      return this.#broken("command", error);
    }
  }

  /** Text of the last fault: of the guard's, or of the controller's own. Never throws. */
  lastError(): string {
    return this.#fault.describe(() => this.#controller.lastError());
  }

  /** @realtime */
  #broken(method: string, error: unknown): number {
    return this.#fault.threw(method, error);
  }
}
