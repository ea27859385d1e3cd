import type { MujocoModel } from "./mujoco_model.ts";
import type { MujocoViews } from "./mujoco_views.ts";

/** Beyond this a value is as good as infinite; MuJoCo's own limit. */
const LARGEST = 1e10;
/** High word of that number; the high words of larger numbers, of infinity and of NaN are greater. */
const LARGEST_WORD = 0x4202a05f;
const NO_SIGN = 0x7fffffff;
const WHAT = ["position", "velocity", "acceleration"] as const;

/** Watches a simulation for values that are not finite or absurdly large. */
export class Divergence {
  readonly #source: MujocoModel;
  readonly #views: MujocoViews;
  readonly #periodNs: number;
  #what = -1;
  #index = -1;
  #period = 0;

  /** Watches all joints of the model, not only the module's. */
  constructor(source: MujocoModel, views: MujocoViews, periodNs: number) {
    this.#periodNs = periodNs;
    this.#source = source;
    this.#views = views;
  }

  /**
   * True when the simulation has diverged; the first such value is kept for {@link describe}. `period`: number of periods simulated, 0 for the
   * state in which a simulation starts.
   *
   * @realtime
   */
  check(period: number): boolean {
    const { qposWords, qvelWords, qaccWords } = this.#views;
    return this.#isBad(qaccWords, 2, period) || this.#isBad(qvelWords, 1, period) || this.#isBad(qposWords, 0, period);
  }

  /** What diverged, with joint, value and time. Allocates. */
  describe(): string {
    const { simulation, joints } = this.#source;
    const { qpos, qvel, qacc } = this.#views;
    const value = [qpos, qvel, qacc][this.#what][this.#index];
    const joint = this.#what === 0 ? this.#jointOfPosition() : simulation.integers("dof_jntid")[this.#index];
    const name = joints[joint] ? `joint ${joints[joint]}` : `joint number ${joint}`;
    const what = `the ${WHAT[this.#what]} of ${name} is ${value.toPrecision(3)}`;
    const wanted = `a value below ${LARGEST.toExponential()} was wanted`;
    if (this.#period === 0) {
      return `starting ${this.#source.path}: ${what}, ${wanted}; look for what is no number, or beyond reason, in the model: positions, sizes, masses`;
    }
    return `simulating ${this.#source.path}: ${what} at ${
      (this.#period * this.#periodNs / 1e9).toFixed(4)
    } s, ${wanted}; use a shorter timestep, or look for stiff contacts, very light bodies and forces that are too large`;
  }

  /** @realtime */
  #isBad(words: Int32Array, what: number, period: number): boolean {
    for (let high = 1; high < words.length; high += 2) {
      if ((words[high] & NO_SIGN) < LARGEST_WORD) continue;
      this.#what = what;
      this.#index = high >> 1;
      this.#period = period;
      return true;
    }
    return false;
  }

  #jointOfPosition(): number {
    const starts = this.#source.simulation.integers("jnt_qposadr");
    let joint = 0;
    while (joint + 1 < starts.length && starts[joint + 1] <= this.#index) joint++;
    return joint;
  }
}
