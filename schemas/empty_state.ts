import type { RobotState } from "./robot_state.ts";

/** An empty State with room for so many joints, and for the sensors named, which drivers find by their names. */
export function emptyState(
  joints: number,
  bodySensors: readonly string[],
  forceSensors: readonly string[],
): RobotState {
  const vector = (length: number) => new Float64Array(length);
  return {
    position: vector(joints),
    velocity: vector(joints),
    torque: vector(joints),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: bodySensors.map((name) => ({
      name,
      present: false,
      orientation: vector(4),
      angularVelocity: vector(3),
      linearAcceleration: vector(3),
    })),
    forceSensors: forceSensors.map((name) => ({ name, present: false, force: vector(3), torque: vector(3) })),
    stamp: new Uint32Array(2),
  };
}
