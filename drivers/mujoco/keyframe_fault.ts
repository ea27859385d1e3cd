import { quoted } from "../../core/quoted.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Beyond this a value is as good as infinite; MuJoCo's own limit. */
const LARGEST = 1e10;
/** What a keyframe has beside positions. */
const PARTS = ["qvel", "act", "ctrl", "mpos", "mquat"] as const;

/** The first number in each keyframe of a model with which no simulation can start, as it is not finite or as good as infinite; "" when there is none. */
export function keyframeFault({ simulation, joints, keys }: MujocoModel): string {
  const starts = simulation.integers("jnt_qposadr");
  const isBad = (value: number) => !(Math.abs(value) <= LARGEST);
  const faults = keys.flatMap((key, index) => {
    const name = `keyframe ${key || `number ${index}`}`;
    const ofKey = (part: "qpos" | typeof PARTS[number]) => {
      const values = simulation.numbers(`key_${part}`);
      const length = values.length / keys.length;
      return values.subarray(index * length, (index + 1) * length);
    };
    const positions = ofKey("qpos");
    const bad = positions.findIndex(isBad);
    if (bad >= 0) {
      const joint = starts.findLastIndex((start) => start <= bad);
      return [`${name} starts joint ${joints[joint] ? quoted(joints[joint]) : `number ${joint}`} at ${positions[bad]}`];
    }
    const part = PARTS.find((each) => ofKey(each).some(isBad));
    return part === undefined ? [] : [`${name} has ${ofKey(part).find(isBad)} in ${part}`];
  });
  return faults.length === 0
    ? ""
    : `${faults.join("; ")}, finite numbers below ${LARGEST.toExponential()} were wanted; correct the keyframe`;
}
