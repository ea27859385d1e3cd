// @ts-types="@types/three"
import { type Object3D, Quaternion, Vector3 } from "three";
import type { BodyGeometry, JointGeometry } from "../geometry/model_geometry.ts";

/**
 * Puts `object` where a body is in the frame of its parent, when its joints stand at `positions` [rad or m]: one value a joint of the body. As MuJoCo
 * does it: one joint after the other moves the body, each about an axis that the ones before have moved.
 */
export function bodyPose(object: Object3D, body: BodyGeometry, positions: (joint: JointGeometry) => number): void {
  const [w, x, y, z] = body.rotation;
  object.position.set(...body.position);
  object.quaternion.set(x, y, z, w);
  for (const joint of body.joints) {
    const way = positions(joint) - joint.reference;
    const axis = new Vector3(...joint.axis);
    if (joint.type === "prismatic") {
      object.position.addScaledVector(axis.applyQuaternion(object.quaternion), way);
      continue;
    }
    const anchor = new Vector3(...joint.anchor);
    object.position.add(anchor.clone().applyQuaternion(object.quaternion));
    object.quaternion.multiply(new Quaternion().setFromAxisAngle(axis, way));
    object.position.sub(anchor.applyQuaternion(object.quaternion));
  }
}
