import type { MjSpec } from "@mujoco/mujoco";
import type { MujocoSimulation } from "./mujoco_simulation.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";

/** What a keyframe has in MJCF, and the size of the model that it needs. */
const PARTS = [["qpos", "nq"], ["qvel", "nv"], ["act", "na"], ["ctrl", "nu"]] as const;

/**
 * Counts the numbers of a model's keyframes, before it is compiled: MuJoCo refuses a keyframe that is too long, but fills up one that is too short,
 * so that joints which were added to the model later start anywhere. Afterwards, `faultFor(sizes)` is what is wrong, or "".
 */
export function measureKeyframes(
  { api }: WasmEngine,
  spec: MjSpec,
): { readonly faultFor: (sizes: MujocoSimulation["sizes"]) => string } {
  const counted: { readonly name: string; readonly counts: readonly number[] }[] = [];
  let element = api.mjs_firstElement(spec, api.mjtObj.mjOBJ_KEY);
  for (; element; element = api.mjs_nextElement(spec, element)) {
    const key = api.mjs_asKey(element)!;
    const name = api.mjs_getName(element) || `number ${counted.length}`;
    counted.push({ name, counts: PARTS.map(([part]) => key[part].size()) });
  }
  return {
    faultFor: (sizes) => {
      const faults = counted.flatMap(({ name, counts }) =>
        PARTS.flatMap(([part, size], i) =>
          counts[i] === 0 || counts[i] === sizes[size]
            ? []
            : [`keyframe ${name} has ${counts[i]} numbers in ${part} and the model needs ${sizes[size]}`]
        )
      );
      return faults.length === 0 ? "" : `${faults.join("; ")}, all or none were wanted; complete the keyframe`;
    },
  };
}
