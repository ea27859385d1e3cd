import type { DoubleBuffer, MainModule, MjData, MjModel } from "@mujoco/mujoco";
import { MUJOCO_FIELDS, type MujocoFields } from "../mujoco_fields.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { MujocoContact, MujocoSimulation, MujocoStep, NamedKind } from "../mujoco_simulation.ts";
import { mujocoText } from "../mujoco_text.ts";
import { namesOf } from "../names_of.ts";

/** Calls `mj_step` for the addresses of a model and a state. */
export type StepCall = (model: number, data: number) => void;

const ADDRESSES = {
  body: "name_bodyadr",
  joint: "name_jntadr",
  geom: "name_geomadr",
  site: "name_siteadr",
  actuator: "name_actuatoradr",
  sensor: "name_sensoradr",
  key: "name_keyadr",
} as const satisfies Record<NamedKind, keyof MjModel>;

/** Force and torque of a contact. */
const WRENCH = 6;
/** What `readContacts` writes of a contact. */
const CONTACT = 8;

/** A simulation in WebAssembly; the binding makes a new array at each access. */
export class WasmSimulation implements MujocoSimulation {
  readonly sizes: Readonly<Record<MujocoFields["sizes"], number>>;
  readonly #api: MainModule;
  readonly #model: MjModel;
  readonly #data: MjData;
  readonly #call: StepCall;
  readonly #memory: WebAssembly.Memory;
  readonly #steps: WasmStep[] = [];
  #wrench: DoubleBuffer | undefined;
  /** Becomes empty when the memory grows, like all arrays of it. */
  #sentinel: Uint8Array = new Uint8Array(0);

  /** Takes over the model. */
  constructor(api: MainModule, model: MjModel, call: StepCall, memory: WebAssembly.Memory) {
    this.#api = api;
    this.#model = model;
    this.#data = new api.MjData(model);
    this.#call = call;
    this.#memory = memory;
    this.#watch();
    const sizes = MUJOCO_FIELDS.sizes.map((name) => [name, model[name] as number]);
    this.sizes = Object.fromEntries(sizes) as Record<MujocoFields["sizes"], number>;
  }

  get timestep(): number {
    return this.#model.opt.timestep;
  }

  get gravity(): readonly number[] {
    return Array.from(this.#model.opt.gravity as Float64Array);
  }

  get disableFlags(): number {
    return this.#model.opt.disableflags;
  }

  set disableFlags(flags: number) {
    this.#model.opt.disableflags = flags;
  }

  get disableActuator(): number {
    return this.#model.opt.disableactuator;
  }

  get isStale(): boolean {
    return this.#sentinel.length === 0;
  }

  names(kind: NamedKind): string[] {
    return namesOf(this.#model.names, this.#model[ADDRESSES[kind]]);
  }

  numbers(field: MujocoFields["numbers"]): Float64Array {
    return this.#model[field];
  }

  floats(field: MujocoFields["floats"]): Float32Array {
    return this.#model[field];
  }

  integers(field: MujocoFields["integers"]): Int32Array {
    return this.#model[field];
  }

  flags(field: MujocoFields["flags"]): Uint8Array {
    const { sizes } = this;
    if (field === "eq_active0") return this.#read(sizes.neq, "eq", "active0");
    if (field === "jnt_limited") return this.#read(sizes.njnt, "jnt", "limited");
    // The binding numbers the rows of all arrays of actuators alike, whatever they are rows of.
    return field === "actuator_ctrllimited"
      ? this.#read(sizes.nu, "actuator", "ctrllimited")
      : this.#read(sizes.nactuator, "actuator", "forcelimited");
  }

  state(field: MujocoFields["state"]): Float64Array {
    if (this.isStale) this.#watch();
    return this.#data[field];
  }

  reset(): void {
    this.#api.mj_resetData(this.#model, this.#data);
  }

  resetToKey(key: number): void {
    this.#api.mj_resetDataKeyframe(this.#model, this.#data, key);
  }

  forward(): void {
    this.#api.mj_forward(this.#model, this.#data);
  }

  kinematics(): void {
    this.#api.mj_kinematics(this.#model, this.#data);
  }

  contacts(): MujocoContact[] {
    const contacts = this.#data.contact;
    const found = Array.from({ length: this.#data.ncon }, (_, i): MujocoContact => {
      const contact = contacts.get(i)!;
      const { geom1, geom2, dist: distance } = contact;
      contact.delete();
      return { geom1, geom2, distance };
    });
    contacts.delete();
    return found;
  }

  readContacts(into: Float64Array): number {
    const contacts = this.#data.contact;
    const wrench = this.#wrench ??= new this.#api.DoubleBuffer(WRENCH);
    let count = 0;
    for (let i = 0; i < this.#data.ncon && (count + 1) * CONTACT <= into.length; i++) {
      const contact = contacts.get(i)!;
      if (contact.efc_address >= 0) {
        this.#api.mj_contactForce(this.#model, this.#data, i, wrench);
        const force: Float64Array = wrench.GetView();
        const frame: Float64Array = contact.frame;
        const at = CONTACT * count++;
        into.set(contact.pos as Float64Array, at);
        // The rows of the frame are its axes; the first points from the first geom to the second.
        for (let axis = 0; axis < 3; axis++) {
          into[at + 3 + axis] = force[0] * frame[axis] + force[1] * frame[3 + axis] + force[2] * frame[6 + axis];
        }
        into[at + 6] = contact.geom1;
        into[at + 7] = contact.geom2;
      }
      contact.delete();
    }
    contacts.delete();
    return count;
  }

  bindStep(): MujocoStep {
    const step = new WasmStep(this.#call, pointerOf(this.#model), pointerOf(this.#data));
    this.#steps.push(step);
    return step;
  }

  close(): void {
    for (const step of this.#steps) step.isIdle = true;
    this.#wrench?.delete();
    this.#data.delete();
    this.#model.delete();
  }

  #watch(): void {
    this.#sentinel = new Uint8Array(this.#memory.buffer, 0, 1);
  }

  #read(count: number, kind: "eq" | "jnt" | "actuator", name: string): Uint8Array {
    return Uint8Array.from({ length: count }, (_, index) => {
      const accessor = this.#model[kind](index);
      const value = Boolean((accessor as unknown as Record<string, unknown>)[name]);
      accessor.delete();
      return value ? 1 : 0;
    });
  }
}

/** Calls `mj_step` through the function table: the binding's own wrapper allocates about 150 bytes a call until V8 has optimised it. */
class WasmStep implements MujocoStep {
  isIdle = false;
  readonly #call: StepCall;
  readonly #model: number;
  readonly #data: number;
  #error: unknown;

  constructor(call: StepCall, model: number, data: number) {
    this.#call = call;
    this.#model = model;
    this.#data = data;
  }

  /** @realtime */
  step(): number {
    if (this.isIdle) return 0;
    const call = this.#call;
    try {
      call(this.#model, this.#data);
      return 0;
    } catch (error) {
      this.#error = error;
      return -1;
    }
  }

  lastError(): string {
    return mujocoText(this.#error instanceof Error ? this.#error.message : String(this.#error ?? ""));
  }
}

/** Address of the C++ object behind a handle of the binding. */
function pointerOf(handle: MjModel | MjData): number {
  const inner = (handle as unknown as { $$?: { ptr?: unknown } }).$$;
  if (typeof inner?.ptr !== "number") {
    throw mujocoError(
      "binding mj_step: the handle has no address; install the pinned version of @mujoco/mujoco (3.14.0)",
    );
  }
  return inner.ptr;
}
