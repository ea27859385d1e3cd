import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoViews } from "./mujoco_views.ts";

/** Beyond this a value is as good as infinite; MuJoCo's own limit. */
const LARGEST = 1e10;
const WHAT = ["position", "velocity", "acceleration"] as const;

/** Watches a simulation for values that are not finite or absurdly large. */
export class Divergence {
  readonly #source: MujocoModel;
  readonly #views: MujocoViews;
  #what = -1;
  #index = -1;
  #value = 0;
  #timeNs = 0;

  /** Watches all joints of the model, not only the module's. */
  constructor(source: MujocoModel, views: MujocoViews) {
    this.#source = source;
    this.#views = views;
  }

  /**
   * True when the simulation has diverged; the first such value is kept for {@link describe}. `timeNs`: simulated time.
   *
   * @realtime
   */
  check(timeNs: number): boolean {
    const { qpos, qvel, qacc } = this.#views;
    return this.#isBad(qacc, 2, timeNs) || this.#isBad(qvel, 1, timeNs) || this.#isBad(qpos, 0, timeNs);
  }

  /** What diverged, with joint, value and time. Allocates. */
  describe(): string {
    const { model, joints } = this.#source;
    const joint = this.#what === 0 ? this.#jointOfPosition() : model.dof_jntid[this.#index];
    const name = joints[joint] ? `joint ${joints[joint]}` : `joint number ${joint}`;
    return `simulating ${this.#source.path}: the ${WHAT[this.#what]} of ${name} is ${this.#value} at ` +
      `${
        (this.#timeNs / 1e9).toFixed(4)
      } s, a value below ${LARGEST} was wanted; use a shorter timestep, or look for stiff ` +
      "contacts, very light bodies and forces that are too large";
  }

  /** @realtime */
  #isBad(values: Float64Array, what: number, timeNs: number): boolean {
    for (let i = 0; i < values.length; i++) {
      if (values[i] < LARGEST && values[i] > -LARGEST) continue;
      this.#what = what;
      this.#index = i;
      this.#value = values[i];
      this.#timeNs = timeNs;
      return true;
    }
    return false;
  }

  #jointOfPosition(): number {
    const starts: Int32Array = this.#source.model.jnt_qposadr;
    let joint = 0;
    while (joint + 1 < starts.length && starts[joint + 1] <= this.#index) joint++;
    return joint;
  }
}
