import type { SharedBlock } from "../core/shared_block.ts";
import type { InitConfig } from "../schemas/parse_init_config.ts";

/** What somebody who looks at an interface sees, from before an init query has come to the end. For the main thread. */
export class InterfaceLooks {
  /** Memory of the loop; absent before there is an interface. */
  block: SharedBlock | undefined;
  /** What the manager has asked for; absent before it has. */
  init: InitConfig | undefined;
  /** Positions, velocities, torques and targets, each as long as the robot has joints; NaN where nothing is known. Empty without `init`. */
  live: Float64Array<ArrayBufferLike> = new Float64Array();
  readonly #onInit: () => void;

  /** `onInit`: an init query has told what the robot is, or an interface has begun that knows of none. */
  constructor(onInit: () => void = () => {}) {
    this.#onInit = onInit;
  }

  /** An interface begins: also another one, after an init query that was refused. Returns this. */
  begin(block: SharedBlock): this {
    const knew = this.init !== undefined;
    this.block = block;
    this.init = undefined;
    this.live = new Float64Array();
    if (knew) this.#onInit();
    return this;
  }

  /** An init query is obeyed. Returns memory for what the loop tells. */
  know(init: InitConfig): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(8 * 4 * init.module.joints.length);
    this.init = init;
    this.live = new Float64Array(memory).fill(NaN); // nothing is known yet, and that is not zero
    this.#onInit();
    return memory;
  }
}
