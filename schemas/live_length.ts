/**
 * Number of values that a control loop tells of a robot for who looks on: positions, velocities, torques and targets of its joints, then force [N] and
 * torque [Nm] of each of its force sensors, in the sensor's frame: three numbers each.
 */
export function liveLength(
  { joints, forceSensors }: { readonly joints: readonly unknown[]; readonly forceSensors: readonly unknown[] },
): number {
  return 4 * joints.length + 6 * forceSensors.length;
}
