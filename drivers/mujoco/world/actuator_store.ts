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
    const { simulation } = this.#source;
    const { nactuator } = simulation.sizes;
    const part = <T extends Float64Array | Int32Array>(values: T): T => {
      const row = values.length / nactuator;
      return values.subarray(this.#first * row, (this.#first + this.#count) * row) as T;
    };
    return nactuator === 0 ? {} : {
      gainType: part(simulation.integers("actuator_gaintype")),
      biasType: part(simulation.integers("actuator_biastype")),
      gain: part(simulation.numbers("actuator_gainprm")),
      bias: part(simulation.numbers("actuator_biasprm")),
    };
  }
}
