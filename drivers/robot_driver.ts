import type { Clock } from "../core/clock.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { RobotState } from "../schemas/robot_state.ts";

/**
 * The whole contract between `uri interface` and a robot.
 *
 * - Who creates: the control worker, by a {@link RobotDriverFactory}; who closes: the same worker, once, after the loop.
 * - Who blocks: `sync()` only, until the robot has a fresh state; it paces the loop. Everything else returns at once.
 * - Real-time: nothing but the factory and `close()` may allocate, await, throw or log. A failure is a negative return value,
 *   and `lastError()` then tells what happened; after a failure of `sync()` the interface tries to hold and stops.
 * - Joint vectors have the module's reference order and exactly `module.joints.length` values.
 */
export interface RobotDriver {
  /** Blocks until fresh state is available. Returns 0, or a negative number on a fault. */
  sync(): number;
  /**
   * Fills positions, velocities, torques and sensors of the last `sync()`, and the counts (0: not available). A position count of 0
   * means "no state yet", and nothing is published. Returns 0, or a negative number on a fault.
   */
  readState(into: RobotState): number;
  /** Sends joint positions [rad]. Returns 0, or a negative number on a fault. */
  servoJ(q: Float64Array): number;
  /** Sends joint velocities [rad/s]. Returns 0, or a negative number on a fault. */
  speedJ(qd: Float64Array): number;
  /** Sends joint torques [Nm]. Returns 0, or a negative number on a fault. */
  tauJ(tau: Float64Array): number;
  /**
   * Names of the sensors that it has told of so far, where it has them itself: for somebody who looks on without a robot module. Not real-time
   * safe.
   */
  sensorNames?(): { readonly bodySensors: readonly string[]; readonly forceSensors: readonly string[] };
  /** Text of the last fault. Called after the loop, may allocate. */
  lastError(): string;
  /** Releases the robot. Called once; must not throw. */
  close(): void;
}

/** What a driver is created from: the `robot_interface` section, and what the manager knows of the robot. */
export interface RobotDriverContext {
  /** Robot name, for messages. */
  readonly robot: string;
  /** `robot_interface.ip`. */
  readonly ip: string;
  /** `robot_interface.port`. */
  readonly port: number;
  /** `robot_interface.config_path`, absolute, or "" when not given. */
  readonly configPath: string;
  /** Mode of the Commands that will come. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns]. */
  readonly periodNs: number;
  /** The robot. */
  readonly module: RobotModule;
  /** Steady time. */
  readonly clock: Clock;
  /** Writes a line to the log. Not real-time safe. */
  readonly log: (level: "info" | "warning" | "error", text: string) => void;
}

/**
 * Creates a driver; `places`: where it may take libraries from. Rejects with a `DriverError` whose message tells what is wrong and what to do; may take
 * seconds.
 */
export type RobotDriverFactory = (context: RobotDriverContext, places?: PluginPlaces) => Promise<RobotDriver>;
