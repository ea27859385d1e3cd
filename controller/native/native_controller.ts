import type { ControlMode } from "../../schemas/control_mode.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import type { ControllerCalls } from "./controller_calls.ts";
import { controllerSetupStruct } from "./controller_setup_struct.ts";
import { ControllerStateStruct } from "./controller_state_struct.ts";
import { libraryText } from "./library_text.ts";

const ERROR_BYTES = 4096;
/** `uri_controller_run`: it was the last step. */
const ENDED = 1;

/** Library and name of a {@link NativeController}. */
export interface NativeControllerSource {
  /** The functions. */
  readonly calls: ControllerCalls;
  /** Name, as under `Controller:`. */
  readonly name: string;
}

/**
 * A controller in a shared library, called through the functions of `uri_controller.h`.
 *
 * - Setters only write to memory of this side. `run()` hands over what is new, with one call a robot, and runs the controller with one more; a
 *   command is one call. Nothing is allocated on this side.
 * - A controller that fails to give a command fails with its next `run()`.
 * - `stop()` stops and frees it.
 */
export class NativeController implements RobotController {
  /** Period of `run()` [ns]. */
  readonly timeStepNs: number;
  readonly #calls: ControllerCalls;
  readonly #context: RobotControllerContext;
  readonly #name: string;
  readonly #states: readonly ControllerStateStruct[];
  readonly #known: Uint8Array;
  #controller: Deno.PointerValue;
  #running = false;
  #hasFailed = false;
  /** A robot whose position was refused on this side, and its joint. */
  #badRobot = -1;
  #badJoint = -1;
  #lastText = "";

  private constructor(
    source: NativeControllerSource,
    controller: Deno.PointerObject,
    context: RobotControllerContext,
  ) {
    this.timeStepNs = context.timeStepNs;
    this.#calls = source.calls;
    this.#name = source.name;
    this.#controller = controller;
    this.#context = context;
    this.#states = context.robots.map(({ module }) => new ControllerStateStruct(module));
    this.#known = new Uint8Array(context.robots.length);
  }

  /**
   * Creates the controller of a library; blocks as long as that takes. Errors: {@link ControllerError} with the controller's own text, and when it
   * runs at another period than `Timestep`.
   */
  static create(source: NativeControllerSource, context: RobotControllerContext): NativeController {
    const { calls, name } = source;
    const setup = controllerSetupStruct(context);
    const made = new BigUint64Array(16);
    const error = new Uint8Array(ERROR_BYTES);
    const code = calls.uri_controller_create(setup.bytes, made, error, error.length);
    const controller = Deno.UnsafePointer.create(made[0]);
    if (code < 0 || controller === null) {
      const why = libraryText(error) ||
        (code < 0 ? `create failed with code ${code} and no text` : "create gave no controller and no text");
      throw new ControllerError(name, `Controller backend '${name}' returned a null controller: ${why}`);
    }
    const stepNs = calls.uri_controller_time_step(controller) * 1e9;
    if (Math.abs(stepNs - context.timeStepNs) <= 1) return new NativeController(source, controller, context);
    // Of an exception there is no period, only a text.
    const thrown = Number.isNaN(stepNs) ? readError(calls, controller) : "";
    calls.uri_controller_destroy(controller);
    if (thrown !== "") throw new ControllerError(name, `Cannot ask the controller '${name}' for its period: ${thrown}`);
    throw new ControllerError(
      name,
      `Controller backend '${name}' has another period than the manager: timeStep() is ${stepNs / 1e9} s, ` +
        `wanted the Timestep of the configuration, ${context.timeStepNs / 1e9} s; give both the same`,
    );
  }

  /** See `RobotController.start`. Blocks as long as the controller takes. Errors: {@link ControllerError}. */
  start(): void {
    const controller = this.#prepare("start", (pointer) => this.#calls.uri_controller_start(pointer));
    const running = this.#calls.uri_controller_is_running(controller);
    this.#running = running > 0;
    if (this.#running) return;
    const why = running < 0
      ? this.#readError() || `is_running failed with code ${running} and no text`
      : "isRunning() is false after start(), wanted true; correct the controller";
    throw new ControllerError(this.#name, `Cannot start the controller '${this.#name}': ${why}`);
  }

  /** Stops and frees the controller; to be called once more does nothing. Errors: {@link ControllerError}. */
  stop(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#running = false;
    const code = this.#calls.uri_controller_stop(controller);
    const text = code < 0 ? this.#readError() || `it failed with code ${code} and no text` : "";
    this.#lastText ||= this.#readError();
    this.#controller = null;
    this.#known.fill(0);
    this.#calls.uri_controller_destroy(controller);
    if (text !== "") throw new ControllerError(this.#name, `Cannot stop the controller '${this.#name}': ${text}`);
  }

  /**
   * True from `start()`, until `stop()` or until the controller has stopped by itself.
   *
   * @realtime
   */
  isRunning(): boolean {
    return this.#running;
  }

  /**
   * Measured joint positions, for the next `run()`.
   *
   * @realtime
   */
  setEncoderValues(robot: number, q: Float64Array, count: number): void {
    this.#states[robot].writePosition(q, count);
  }

  /**
   * Measured joint velocities, for the next `run()`.
   *
   * @realtime
   */
  setEncoderVelocities(robot: number, qd: Float64Array, count: number): void {
    this.#states[robot].writeVelocity(qd, count);
  }

  /**
   * Measured joint torques, for the next `run()`.
   *
   * @realtime
   */
  setJointTorques(robot: number, tau: Float64Array, count: number): void {
    this.#states[robot].writeTorque(tau, count);
  }

  /**
   * One IMU, for the next `run()`.
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
    this.#states[robot].writeImu(sensor, orientation, angularVelocity, linearAcceleration);
  }

  /**
   * One force sensor, for the next `run()`.
   *
   * @realtime
   */
  setForceSensor(robot: number, sensor: number, force: Float64Array, torque: Float64Array): void {
    this.#states[robot].writeWrench(sensor, force, torque);
  }

  /**
   * See `RobotController.initializeRobot`. A position that is not finite never reaches the controller.
   *
   * @realtime
   */
  initializeRobot(robot: number, q: Float64Array): number {
    const state = this.#states[robot];
    this.#known[robot] = 0;
    this.#badRobot = -1;
    for (let i = 0; i < state.joints; i++) {
      // A missing value is undefined, which is not finite either.
      if (Number.isFinite(q[i])) continue;
      this.#badRobot = robot;
      this.#badJoint = i;
      return -1;
    }
    if (this.#controller === null || this.#flush(robot) < 0) return -1;
    const values = q as Float64Array<ArrayBuffer>;
    const code = this.#calls.uri_controller_initialize_robot(this.#controller, robot, values, state.joints);
    if (code >= 0) this.#known[robot] = 1;
    return code;
  }

  /** See `RobotController.initializeRobots`. Blocks as long as the controller takes. Errors: {@link ControllerError}. */
  initializeRobots(): void {
    this.#prepare("initialize the robots of", (pointer) => this.#calls.uri_controller_initialize_robots(pointer));
  }

  /**
   * Hands over what is new, and runs the controller. A negative number when it fails, or a command has failed before.
   *
   * @realtime
   */
  run(): number {
    if (this.#controller === null || this.#hasFailed) return -1;
    for (let robot = 0; robot < this.#states.length; robot++) {
      if (this.#flush(robot) < 0) return -1;
    }
    const code = this.#calls.uri_controller_run(this.#controller);
    if (code === ENDED) this.#running = false;
    return code < 0 ? code : 0;
  }

  /**
   * See `RobotController.command`. A negative number also for a robot that is not initialised, and for a buffer that is too short.
   *
   * @realtime
   */
  command(robot: number, mode: ControlMode, into: Float64Array): number {
    if (this.#controller === null || this.#known[robot] !== 1 || this.#hasFailed) return -1;
    const { joints } = this.#states[robot];
    if (into.length < joints) return -1;
    for (let i = 0; i < joints; i++) into[i] = NaN;
    const code = this.#calls.uri_controller_command(
      this.#controller,
      robot,
      mode === "position" ? 0 : mode === "velocity" ? 1 : 2,
      into as Float64Array<ArrayBuffer>,
      joints,
    );
    if (code < 0) this.#hasFailed = true;
    return code;
  }

  /** See `RobotController.lastError`. */
  lastError(): string {
    if (this.#badRobot >= 0) {
      const { name, module } = this.#context.robots[this.#badRobot];
      const joint = module.joints[this.#badJoint].name;
      return `Cannot initialize robot '${name}': the measured position of joint '${joint}' is not a finite number; ` +
        "check the driver";
    }
    return this.#controller === null ? this.#lastText : this.#readError();
  }

  /** @realtime */
  #flush(robot: number): number {
    const state = this.#states[robot];
    if (!state.isNew()) return 0;
    const code = this.#calls.uri_controller_set_state(this.#controller, robot, state.bytes);
    state.clear();
    return code;
  }

  #prepare(action: string, call: (controller: Deno.PointerObject) => number): Deno.PointerObject {
    const controller = this.#controller;
    const code = controller === null ? 0 : call(controller);
    if (controller !== null && code >= 0) return controller;
    const why = controller === null
      ? "it was stopped before; wanted one that was not"
      : this.#readError() || `it failed with code ${code} and no text`;
    throw new ControllerError(this.#name, `Cannot ${action} the controller '${this.#name}': ${why}`);
  }

  #readError(): string {
    return readError(this.#calls, this.#controller);
  }
}

function readError(calls: ControllerCalls, controller: Deno.PointerValue): string {
  const text = new Uint8Array(ERROR_BYTES);
  calls.uri_controller_last_error(controller, text, text.length);
  return libraryText(text);
}
