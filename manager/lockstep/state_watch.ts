import { CellReader } from "../../comm/cell/cell_reader.ts";
import type { CellDescriptor } from "../../comm/cell/cell_memory.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import type { Sleeper } from "../../core/standby.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { CodecStatus } from "../../wasm/codec_status.ts";
import type { MessageCodec } from "../../wasm/message_codec.ts";
import type { StateMessage } from "../../wasm/state_message.ts";
import { StateNews } from "./state_news.ts";

/** Sees which States of a robot have come, beside its proxy, which takes them. Real-time safe: `look` and `wait`. */
export class StateWatch implements Sleeper {
  readonly #reader: CellReader;
  readonly #codec: MessageCodec;
  readonly #state: StateMessage;
  readonly #t = new Float64Array(2);

  /** `cell`: that of `{name}/state`. */
  constructor(cell: CellDescriptor, module: RobotModule, codec: MessageCodec, clock: SimulatedClock) {
    this.#reader = new CellReader(cell, clock);
    this.#codec = codec;
    this.#state = codec.newState({ ...module, joints: module.joints.length });
  }

  /**
   * Simulated time of the last State [ns]; 0 before the first.
   *
   * @realtime
   */
  get stateNs(): number {
    return this.#t[0];
  }

  /**
   * Takes what has come; see `StateNews`.
   *
   * @realtime
   */
  look(): number {
    const length = this.#reader.takeLatest(this.#codec.inbox.words);
    if (length < 0 || this.#codec.decodeState(this.#state, length) !== CodecStatus.Ok) return StateNews.None;
    if (this.#state.positionCount === 0) return StateNews.None;
    const t = this.#t;
    t[1] = SimulatedClock.timeOf(this.#state.stamp);
    if (t[1] === 0) return StateNews.Unstamped;
    if (t[1] === t[0]) return StateNews.Again;
    t[0] = t[1];
    return StateNews.Newer;
  }

  /**
   * See `CellReader.wait`.
   *
   * @realtime
   */
  wait(timeoutNs: number): boolean {
    return this.#reader.wait(timeoutNs);
  }
}
