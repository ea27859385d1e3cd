import type { Sample } from "@eclipse-zenoh/zenoh-ts";
import { CellMemory, type SingleCell } from "../../cell/cell_memory.ts";
import { CellWriter } from "../../cell/cell_writer.ts";
import type { KeyOwner } from "../../transport_error.ts";
import { markBytes } from "../mark_bytes.ts";
import type { RemoteConnection } from "./remote_connection.ts";
import { loadZenohTs } from "./load_zenoh_ts.ts";

/** Puts what arrives into a cell, stamped on arrival. */
export class RemoteSubscriber {
  /** For the control worker. */
  readonly descriptor: SingleCell;
  /** Messages that were kept away, as they do not bear the mark that is wanted. */
  ignored = 0;
  readonly #writer: CellWriter;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #bytes: Uint8Array;
  #wanted: number | undefined;

  /** Messages of up to `capacity` bytes. */
  constructor(capacity: number) {
    this.descriptor = CellMemory.allocate(capacity);
    this.#writer = new CellWriter(this.descriptor);
    this.#words = new Uint32Array(Math.ceil(capacity / 4));
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  /** Declares it on a connection; gives back how to undo that. */
  async declare(connection: RemoteConnection, key: string): Promise<() => Promise<void>> {
    const { lib } = await loadZenohTs();
    const handler = (sample: Sample) => {
      if (sample.kind() === lib.SampleKind.PUT) this.#take(sample);
    };
    const subscriber = await connection.session.declareSubscriber(key, { handler });
    return () => subscriber.undeclare();
  }

  /** From now on only what bears the mark of `owner`. */
  accept(owner: KeyOwner): void {
    this.#wanted = owner.mark ?? owner.pid;
  }

  #take(sample: Sample): void {
    const mark = markBytes.read(sample.attachment()?.toBytes());
    if (this.#wanted !== undefined && mark !== this.#wanted) {
      this.ignored++;
      return;
    }
    const payload = sample.payload().toBytes();
    if (payload.length > this.#bytes.length) return;
    this.#bytes.set(payload);
    this.#writer.setMark(mark);
    this.#writer.publish(this.#words, 0, payload.length);
  }
}
