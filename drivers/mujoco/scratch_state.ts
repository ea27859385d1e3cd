import type { RobotModule } from "../../schemas/robot_module.ts";
import type { RobotState } from "../../schemas/robot_state.ts";

/** An empty State with room for all that a module has, not tied to a codec. */
export function scratchState({ joints, bodySensors, forceSensors }: RobotModule): RobotState {
  const vector = (length: number) => new Float64Array(length);
  return {
    position: vector(joints.length),
    velocity: vector(joints.length),
    torque: vector(joints.length),
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
