import type { MujocoModel } from "../mujoco_model.ts";

/** What a run of actuators does as its model says, kept so that those which a mode switched off can be had again in another. */
export class ActuatorStore {
  readonly #source: MujocoModel;
  readonly #first: number;
  readonly #count: number;
  readonly #kept: Readonly<Record<string, Float64Array | Int32Array>>;

  /** Keeps the present laws of `count` actuators from number `first` on. */
  constructor(source: MujocoModel, first: number, count: number) {
    this.#source = source;
    this.#first = first;
    this.#count = count;
    this.#kept = Object.fromEntries(Object.entries(this.#parts()).map(([name, values]) => [name, values.slice()]));
  }

  /** Puts the laws back. */
  restore(): void {
    for (const [name, values] of Object.entries(this.#parts())) values.set(this.#kept[name]);
  }

  #parts(): Record<string, Float64Array | Int32Array> {
    const { model } = this.#source;
    const part = <T extends Float64Array | Int32Array>(values: T): T => {
      const row = values.length / model.nactuator;
      return values.subarray(this.#first * row, (this.#first + this.#count) * row) as T;
    };
    return model.nactuator === 0 ? {} : {
      gainType: part(model.actuator_gaintype as Int32Array),
      biasType: part(model.actuator_biastype as Int32Array),
      gain: part(model.actuator_gainprm as Float64Array),
      bias: part(model.actuator_biasprm as Float64Array),
    };
  }
}
