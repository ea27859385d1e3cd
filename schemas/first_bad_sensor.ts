import type { RobotState } from "./robot_state.ts";

/**
 * Number of the first sensor of a State with a value that is not finite, body sensors first, then force sensors; -1 when there is none.
 *
 * @realtime
 */
export function firstBadSensor(state: RobotState): number {
  const { bodySensors, forceSensors } = state;
  for (let s = 0; s < bodySensors.length; s++) {
    const sensor = bodySensors[s];
    if (!sensor.present) continue;
    const turning = allFinite(sensor.orientation) && allFinite(sensor.angularVelocity);
    if (!turning || !allFinite(sensor.linearAcceleration)) return s;
  }
  for (let s = 0; s < forceSensors.length; s++) {
    const sensor = forceSensors[s];
    if (sensor.present && !(allFinite(sensor.force) && allFinite(sensor.torque))) return bodySensors.length + s;
  }
  return -1;
}

/** @realtime */
function allFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
