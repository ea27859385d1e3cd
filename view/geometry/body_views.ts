import type { MujocoModel } from "../../drivers/mujoco/mujoco_model.ts";

/** Live views of where bodies are; they become empty when WebAssembly memory grows, as `MujocoViews`. */
export class BodyViews {
  /** Positions [m], three numbers a body. */
  positions!: Float64Array;
  /** Orientations: w, x, y, z of each. */
  rotations!: Float64Array;
  readonly #source: MujocoModel;

  /** Takes the views. */
  constructor(source: MujocoModel) {
    this.#source = source;
    this.retake();
  }

  /** Takes them anew. Allocates. */
  retake(): void {
    this.positions = this.#source.simulation.state("xpos");
    this.rotations = this.#source.simulation.state("xquat");
  }
}
