import type { LoopTime } from "../core/loop_time.ts";
import type { RobotController } from "../controller/robot_controller.ts";

/**
 * The manager's side of one robot: States in, Commands out.
 *
 * - Who creates: the control worker, by a {@link RobotProxyFactory} from the registry; the name is the robot's `interface` key.
 * - Who blocks: nobody.
 * - If the peer dies: `connectionError` tells, and the manager stops.
 * - Real-time safe: every method but `connectionErrorText` and `stop`.
 */
export interface RobotProxy {
  /**
   * Takes the latest State and hands it to the controller; the first one initialises the robot there.
   *
   * @realtime
   */
  updateSensors(controller: RobotController, now: LoopTime): void;
  /**
   * Sends the controller's command in the robot's mode.
   *
   * @realtime
   */
  updateControl(controller: RobotController, now: LoopTime): void;
  /**
   * True once the controller knows where the robot stands.
   *
   * @realtime
   */
  isInitialized(): boolean;
  /**
   * `ConnectionLoss.None`, which is 0, while connected, else why the connection is lost: another `ConnectionLoss`, or any other number for a
   * reason of its own.
   *
   * @realtime
   */
  connectionError(now: LoopTime): number;
  /**
   * Why the connection is lost, in the proxy's own words, for the line `Lost connection to robot '<name>': <reason>`; "" or not given: the words
   * that belong to the number. Asked once, after the loop; may allocate.
   */
  connectionErrorText?(): string;
  /** Releases what the proxy has opened itself. Called once, after the loop; may allocate. */
  stop?(): void;
}
