import type { LoopTime } from "../core/loop_time.ts";
import type { RobotController } from "../controller/robot_controller.ts";

/**
 * The manager's side of one robot: States in, Commands out.
 *
 * - Who creates: the control worker, by a {@link RobotProxyFactory} from the registry; the name is the robot's `interface` key.
 * - Who blocks: nobody.
 * - If the peer dies: `connectionError` tells, and the manager stops.
 * - Real-time safe: every method.
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
   * `ConnectionLoss.None` while connected, else why the connection is lost.
   *
   * @realtime
   */
  connectionError(now: LoopTime): number;
}
