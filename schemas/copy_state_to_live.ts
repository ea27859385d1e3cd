import { copyToLive } from "../core/copy_to_live.ts";
import type { ForceSensorSlot, RobotState } from "./robot_state.ts";

/**
 * Copies what a State tells to `live` (see `liveLength`) for who looks on, but the targets: NaN takes the place of what it does not tell. `joints`: number of
 * joints of the robot.
 *
 * @realtime
 */
export function copyStateToLive(live: Float64Array, state: RobotState, joints: number): void {
  copyToLive(live, 0, state.position, state.positionCount, joints);
  copyToLive(live, joints, state.velocity, state.velocityCount, joints);
  copyToLive(live, 2 * joints, state.torque, state.torqueCount, joints);
  copySensors(live, 4 * joints, state.forceSensors);
}

/**
 * What has no room is left out.
 *
 * @realtime
 */
function copySensors(live: Float64Array, at: number, sensors: readonly ForceSensorSlot[]): void {
  for (let s = 0, to = at; s < sensors.length && to + 6 <= live.length; s++, to += 6) {
    const sensor = sensors[s];
    const count = sensor.present ? 3 : 0;
    copyToLive(live, to, sensor.force, count, 3);
    copyToLive(live, to + 3, sensor.torque, count, 3);
  }
}
