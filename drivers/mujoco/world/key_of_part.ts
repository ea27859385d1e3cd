import { didYouMean } from "../../../core/did_you_mean.ts";
import { quoted } from "../../../core/quoted.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { WorldPart } from "./build_world.ts";
import type { ChildKey } from "./child_model.ts";

/** The keyframe in which a part starts; `undefined` when it has none. Throws a `DriverError` when one is asked for that it does not have. */
export function keyOfPart({ child, model: { keys } }: WorldPart): ChildKey | undefined {
  const { keyframe, label, file } = child;
  if (keyframe === undefined) return keys.find(({ name }) => name === "home") ?? keys[0];
  const key = keys.find(({ name }) => name === keyframe);
  if (key !== undefined) return key;
  const names = keys.map(({ name }) => name).filter((name) => name !== "");
  const hint = didYouMean(keyframe, names);
  throw mujocoError(
    `finding the start of ${label}: ${file} has no keyframe ${quoted(keyframe)}, ${
      names.length === 0 ? "it has none with a name" : `one of ${names.map(quoted).join(", ")} was wanted`
    }; correct keyframe${hint === undefined ? "" : ` (${hint})`}`,
  );
}
