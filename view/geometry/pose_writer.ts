import type { MujocoModel } from "../../drivers/mujoco/mujoco_model.ts";
import { BodyViews } from "./body_views.ts";

const POSE = 7;

/**
 * Copies where the bodies of a simulated world are into memory that a view reads: `ViewModel.poses`.
 *
 * - Who creates, and calls: the thread in which the world is advanced. A view needs it some sixty times a second, not at every step.
 * - The reader may see a body a moment older than another.
 */
export class PoseWriter {
  /** Position [m] and orientation (w, x, y, z) of each body, in the order of the model; in shared memory. */
  readonly poses: Float64Array<SharedArrayBuffer>;
  readonly #bodies: BodyViews;

  /** Writes the poses as they are now. `memory`: what {@link poses} of another writer has made; new memory when not given. */
  constructor(source: MujocoModel, memory?: SharedArrayBuffer) {
    this.#bodies = new BodyViews(source);
    this.poses = new Float64Array(memory ?? new SharedArrayBuffer(8 * POSE * source.simulation.sizes.nbody));
    this.write();
  }

  /**
   * Writes the poses.
   *
   * @realtime
   */
  write(): void {
    if (this.#bodies.positions.length === 0) this.#bodies.retake();
    const { positions, rotations } = this.#bodies;
    const { poses } = this;
    for (let body = 0, at = 0; at < poses.length; body++, at += POSE) {
      for (let i = 0; i < 3; i++) poses[at + i] = positions[3 * body + i];
      for (let i = 0; i < 4; i++) poses[at + 3 + i] = rotations[4 * body + i];
    }
  }
}
