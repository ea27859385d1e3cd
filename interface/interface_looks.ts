import type { SharedBlock } from "../core/shared_block.ts";
import { liveLength } from "../schemas/live_length.ts";
import type { InitConfig } from "../schemas/parse_init_config.ts";

/** What somebody who looks at an interface sees, from before an init query has come to the end. For the main thread. */
export class InterfaceLooks {
  /** Memory of the loop; absent before there is an interface. */
  block: SharedBlock | undefined;
  /** What the manager has asked for; absent before it has. */
  init: InitConfig | undefined;
  /** What the loop tells of its robot, see `liveLength`; NaN where nothing is known. Empty without `init`. */
  live: Float64Array<ArrayBufferLike> = new Float64Array();
  /** Called when an init query has told what the robot is, and when an interface begins that knows of none after one that did. */
  onChange: () => void = () => {};

  /** An interface begins: also another one, after an init query that was refused. Returns this. */
  begin(block: SharedBlock): this {
    const knew = this.init !== undefined;
    this.block = block;
    this.init = undefined;
    this.live = new Float64Array();
    if (knew) this.onChange();
    return this;
  }

  /** An init query is obeyed. Returns memory for what the loop tells. */
  know(init: InitConfig): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(8 * liveLength(init.module));
    this.init = init;
    this.live = new Float64Array(memory).fill(NaN); // nothing is known yet, and that is not zero
    this.onChange();
    return memory;
  }
}
