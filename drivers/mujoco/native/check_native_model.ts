import { quoted } from "../../../core/quoted.ts";
import { MUJOCO_FIELDS } from "../mujoco_fields.ts";
import type { NamedKind } from "../mujoco_simulation.ts";
import { NativeArrays } from "./native_arrays.ts";
import type { NativeSimulation } from "./native_simulation.ts";
import type { NativeLibrary } from "./open_native_library.ts";

const STATES = [["qpos", "nq"], ["qvel", "nv"], ["act", "na"], ["ctrl", "nu"]] as const;
const KINDS = {
  body: "mjOBJ_BODY",
  joint: "mjOBJ_JOINT",
  geom: "mjOBJ_GEOM",
  site: "mjOBJ_SITE",
  actuator: "mjOBJ_ACTUATOR",
  sensor: "mjOBJ_SENSOR",
  key: "mjOBJ_KEY",
} as const satisfies Record<NamedKind, string>;

/** MuJoCo's own functions on the same memory. */
export interface NativeAccess {
  /** `mj_getState` */
  readonly get: (state: Float64Array<ArrayBuffer>, kind: number) => void;
  /** `mj_setState` */
  readonly set: (state: Float64Array<ArrayBuffer>, kind: number) => void;
}

/**
 * Compares what is read of a model and its state with what MuJoCo's own functions tell of them: sizes, names, and that what is written is what MuJoCo
 * reads. The second look at a table, after that of `NativeArrays`. Throws a `DriverError`.
 */
export function checkNativeModel(
  library: NativeLibrary,
  simulation: NativeSimulation,
  model: Deno.PointerObject,
  access: NativeAccess,
): void {
  const { calls, layout: { constants } } = library;
  const fail = (what: string) => NativeArrays.fault(library, what);
  for (const [field, size] of STATES) {
    const kind = constants[`mjSTATE_${field.toUpperCase()}` as `mjSTATE_${"QPOS" | "QVEL" | "ACT" | "CTRL"}`];
    const length = simulation.sizes[size];
    if (calls.mj_stateSize(model, kind) !== length) throw fail(`${size} reads ${length}`);
    if (length === 0) continue;
    const values = simulation.state(field);
    const before = new Float64Array(length);
    access.get(before, kind);
    if (!values.every((value, i) => Object.is(value, before[i]))) throw fail(`${field} reads otherwise`);
    const pattern = before.map((_, i) => 0.1 + i);
    access.set(pattern, kind);
    const isSeen = values.every((value, i) => value === pattern[i]);
    access.set(before, kind);
    if (!isSeen) throw fail(`${field} is elsewhere`);
  }
  for (const [kind, constant] of Object.entries(KINDS) as [NamedKind, typeof KINDS[NamedKind]][]) {
    simulation.names(kind).forEach((name, index) => {
      const own = calls.mj_id2name(model, constants[constant], index);
      const text = own === null ? "" : Deno.UnsafePointerView.getCString(own);
      if (text !== name) throw fail(`the name of ${kind} ${index} reads ${quoted(name)}`);
    });
  }
  for (const field of MUJOCO_FIELDS.flags) {
    if (simulation.flags(field).some((value) => value > 1)) throw fail(`${field} has other values than 0 and 1`);
  }
  const { timestep } = simulation;
  if (!(timestep > 0 && timestep < 10)) throw fail(`the timestep reads ${timestep}`);
}
