import { mujocoError } from "../mujoco_error.ts";
import { MUJOCO_FIELDS, type MujocoFields } from "../mujoco_fields.ts";
import type { MujocoContact, MujocoSimulation, MujocoStep, NamedKind } from "../mujoco_simulation.ts";
import { mujocoText } from "../mujoco_text.ts";
import { namesOf } from "../names_of.ts";
import { checkNativeModel } from "./check_native_model.ts";
import { NativeArrays } from "./native_arrays.ts";
import { nativeSizes } from "./native_sizes.ts";
import type { NativeLibrary } from "./open_native_library.ts";
import type { MujocoSymbols } from "./mujoco_symbols.ts";

const ADDRESSES = {
  body: "name_bodyadr",
  joint: "name_jntadr",
  geom: "name_geomadr",
  site: "name_siteadr",
  actuator: "name_actuatoradr",
  sensor: "name_sensoradr",
  key: "name_keyadr",
} as const satisfies Record<NamedKind, string>;

/** Force and torque of a contact. */
const WRENCH = 6;
/** What `readContacts` writes of a contact. */
const CONTACT = 8;

/** A simulation in MuJoCo's native library. */
export class NativeSimulation implements MujocoSimulation {
  readonly sizes: Readonly<Record<MujocoFields["sizes"], number>>;
  /** Native memory does not move. */
  readonly isStale = false;
  readonly #library: NativeLibrary;
  readonly #model: Deno.PointerObject;
  readonly #data: Deno.PointerObject;
  readonly #modelArrays: NativeArrays;
  readonly #dataArrays: NativeArrays;
  readonly #steps: NativeStep[] = [];
  readonly #wrench = new Float64Array(WRENCH);
  #isOpen = true;

  /** Takes over the model. Throws a `DriverError` when its memory is not as the table of the version says. */
  constructor(library: NativeLibrary, model: Deno.PointerObject) {
    const { barrier, symbols, layout } = library;
    this.#library = library;
    this.#model = model;
    let data: Deno.PointerValue = null;
    try {
      const sizes = nativeSizes(library, model);
      this.sizes = Object.fromEntries(MUJOCO_FIELDS.sizes.map((name) => [name, sizes[name]])) as typeof this.sizes;
      this.#modelArrays = new NativeArrays(library, model, layout.model, sizes);
      data = barrier.uri_barrier_make(symbols.mj_makeData, model);
      if (data === null) {
        throw mujocoError(`making the state of the model: ${lastError(library) || "MuJoCo gave none"}`);
      }
      this.#data = data;
      this.#dataArrays = new NativeArrays(library, data, layout.data, sizes);
      const state = (name: "mj_getState" | "mj_setState") => (values: Float64Array<ArrayBuffer>, kind: number) =>
        this.#done(barrier.uri_barrier_state(symbols[name], model, data, values, kind));
      checkNativeModel(library, this, model, { get: state("mj_getState"), set: state("mj_setState") });
    } catch (error) {
      if (data !== null) barrier.uri_barrier_free(symbols.mj_deleteData, data);
      barrier.uri_barrier_free(symbols.mj_deleteModel, model);
      throw error;
    }
  }

  get timestep(): number {
    return new Float64Array(this.#option("timestep", 8))[0];
  }

  get gravity(): readonly number[] {
    return Array.from(new Float64Array(this.#option("gravity", 24)));
  }

  get disableFlags(): number {
    return new Int32Array(this.#option("disableflags", 4))[0];
  }

  set disableFlags(flags: number) {
    new Int32Array(this.#option("disableflags", 4))[0] = flags;
  }

  get disableActuator(): number {
    return new Int32Array(this.#option("disableactuator", 4))[0];
  }

  names(kind: NamedKind): string[] {
    const names = new Int8Array(this.#modelArrays.buffer("names", 1));
    return namesOf(names, new Int32Array(this.#modelArrays.buffer(ADDRESSES[kind], 4)));
  }

  numbers(field: MujocoFields["numbers"]): Float64Array {
    return new Float64Array(this.#modelArrays.buffer(field, 8));
  }

  floats(field: MujocoFields["floats"]): Float32Array {
    return new Float32Array(this.#modelArrays.buffer(field, 4));
  }

  integers(field: MujocoFields["integers"]): Int32Array {
    return new Int32Array(this.#modelArrays.buffer(field, 4));
  }

  flags(field: MujocoFields["flags"]): Uint8Array {
    return new Uint8Array(this.#modelArrays.buffer(field, 1)).slice();
  }

  state(field: MujocoFields["state"]): Float64Array {
    return new Float64Array(this.#dataArrays.buffer(field, 8));
  }

  reset(): void {
    this.#call("mj_resetData");
  }

  resetToKey(key: number): void {
    const { barrier, symbols } = this.#opened();
    this.#done(barrier.uri_barrier_call_key(symbols.mj_resetDataKeyframe, this.#model, this.#data, key));
  }

  forward(): void {
    this.#call("mj_forward");
  }

  kinematics(): void {
    this.#call("mj_kinematics");
  }

  contacts(): MujocoContact[] {
    const { contact } = this.#library.layout;
    const { count, view } = this.#contacts();
    return Array.from({ length: count }, (_, i): MujocoContact => {
      const at = i * contact.bytes;
      return {
        geom1: view.getInt32(at + contact.geom1, true),
        geom2: view.getInt32(at + contact.geom2, true),
        distance: view.getFloat64(at + contact.dist, true),
      };
    });
  }

  readContacts(into: Float64Array): number {
    const { barrier, symbols, layout: { contact } } = this.#opened();
    const { count, view } = this.#contacts();
    const force = this.#wrench;
    let written = 0;
    for (let i = 0; i < count && (written + 1) * CONTACT <= into.length; i++) {
      const at = i * contact.bytes;
      if (view.getInt32(at + contact.efc_address, true) < 0) continue;
      this.#done(barrier.uri_barrier_force(symbols.mj_contactForce, this.#model, this.#data, i, force));
      const to = CONTACT * written++;
      for (let axis = 0; axis < 3; axis++) {
        into[to + axis] = view.getFloat64(at + contact.pos + 8 * axis, true);
        // The rows of the frame are its axes; the first points from the first geom to the second.
        const along = (row: number) => view.getFloat64(at + contact.frame + 8 * (3 * row + axis), true);
        into[to + 3 + axis] = force[0] * along(0) + force[1] * along(1) + force[2] * along(2);
      }
      into[to + 6] = view.getInt32(at + contact.geom1, true);
      into[to + 7] = view.getInt32(at + contact.geom2, true);
    }
    return written;
  }

  bindStep(): MujocoStep {
    const step = new NativeStep(this.#opened(), this.#model, this.#data);
    this.#steps.push(step);
    return step;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const step of this.#steps) step.close();
    this.#modelArrays.detach();
    this.#dataArrays.detach();
    const { barrier, symbols } = this.#library;
    barrier.uri_barrier_free(symbols.mj_deleteData, this.#data);
    barrier.uri_barrier_free(symbols.mj_deleteModel, this.#model);
  }

  /** The contacts of the present state, where they are until it changes. */
  #contacts(): { count: number; view: DataView } {
    const { data: { ncon, contact: place }, contact } = this.#opened().layout;
    const data = new Deno.UnsafePointerView(this.#data);
    const count = data.getInt32(ncon);
    const at = count === 0 ? null : data.getPointer(place);
    const buffer = at === null ? new ArrayBuffer(0) : Deno.UnsafePointerView.getArrayBuffer(at, count * contact.bytes);
    return { count: at === null ? 0 : count, view: new DataView(buffer) };
  }

  #option(name: keyof NativeLibrary["layout"]["option"], bytes: number): ArrayBuffer {
    const { model, option } = this.#opened().layout;
    return this.#modelArrays.part(model.opt + option[name], bytes);
  }

  #call(name: keyof MujocoSymbols): void {
    const { barrier, symbols } = this.#opened();
    this.#done(barrier.uri_barrier_call(symbols[name], this.#model, this.#data));
  }

  #done(result: number): void {
    if (result !== 0) throw mujocoError(lastError(this.#library));
  }

  /** What is freed must not be touched, whoever comes too late. */
  #opened(): NativeLibrary {
    if (this.#isOpen) return this.#library;
    throw mujocoError("using a simulation of MuJoCo: it was closed, an open one was wanted; open it again");
  }
}

class NativeStep implements MujocoStep {
  isIdle = false;
  readonly #library: NativeLibrary;
  readonly #barrier: NativeLibrary["barrier"];
  readonly #function: Deno.PointerObject;
  readonly #model: Deno.PointerObject;
  readonly #data: Deno.PointerObject;
  #isOpen = true;

  constructor(library: NativeLibrary, model: Deno.PointerObject, data: Deno.PointerObject) {
    this.#library = library;
    this.#barrier = library.barrier;
    this.#function = library.symbols.mj_step;
    this.#model = model;
    this.#data = data;
  }

  /** @realtime */
  step(): number {
    if (this.isIdle || !this.#isOpen) return 0;
    const { uri_barrier_call } = this.#barrier;
    return uri_barrier_call(this.#function, this.#model, this.#data) === 0 ? 0 : -1;
  }

  lastError(): string {
    return lastError(this.#library);
  }

  /** Makes it do nothing. */
  close(): void {
    this.#isOpen = false;
  }
}

function lastError({ barrier }: NativeLibrary): string {
  const text = barrier.uri_barrier_error();
  return text === null ? "" : mujocoText(Deno.UnsafePointerView.getCString(text));
}
