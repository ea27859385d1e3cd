import type { WorldPose } from "./world_scene.ts";

/** Turns a pose that is relative to `base` into one of the world, in place: x, y, z, and the orientation as a quaternion w, x, y, z. */
export function composePose({ position, orientation }: WorldPose, pose: Float64Array): void {
  const [w, x, y, z] = orientation;
  const turned = product(product(orientation, [0, pose[0], pose[1], pose[2]]), [w, -x, -y, -z]);
  const whole = product(orientation, [pose[3], pose[4], pose[5], pose[6]]);
  for (let axis = 0; axis < 3; axis++) pose[axis] = position[axis] + turned[axis + 1];
  pose.set(whole, 3);
}

type Quaternion = readonly [number, number, number, number];

function product(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}
