import type { Publisher } from "@eclipse-zenoh/zenoh-ts";
import { CellMemory } from "../../cell/cell_memory.ts";
import { CellReader } from "../../cell/cell_reader.ts";
import type { PublisherDescriptor } from "../../transport.ts";
import { markBytes } from "../mark_bytes.ts";
import { Doorbell } from "./doorbell.ts";
import type { RemoteConnection } from "./remote_connection.ts";
import { loadZenohTs } from "./load_zenoh_ts.ts";

/** A message is dropped while more than this waits to be sent [bytes]: the next one is newer. */
const CONGESTED_BYTES = 1 << 16;

/** Sends what a control worker puts into a cell: the latest, whenever there is a link and it keeps up. */
export class RemotePublisher {
  /** For the control worker. */
  readonly descriptor: PublisherDescriptor;
  /** Messages that were dropped, because there was no link or it did not keep up. */
  dropped = 0;
  readonly #reader: CellReader;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #bytes: Uint8Array;
  readonly #attachment: Uint8Array;
  readonly #look = () => this.#send();
  #publisher: Publisher | undefined;
  #connection: RemoteConnection | undefined;

  /** Messages of up to `capacity` bytes, which bear `mark`. */
  constructor(capacity: number, mark: number) {
    const cell = CellMemory.allocate(capacity);
    this.#reader = new CellReader(cell);
    this.#words = new Uint32Array(Math.ceil(capacity / 4));
    this.#bytes = new Uint8Array(this.#words.buffer);
    this.#attachment = markBytes.write(mark);
    this.descriptor = { kind: "cell", cell, mark, bell: Doorbell.shared.memory };
    Doorbell.shared.add(this.#look);
  }

  /** Declares it on a connection; gives back how to undo that. */
  async declare(connection: RemoteConnection, key: string): Promise<() => Promise<void>> {
    const { lib } = await loadZenohTs();
    const publisher = await connection.session.declarePublisher(key, {
      express: true,
      priority: lib.Priority.REAL_TIME,
      congestionControl: lib.CongestionControl.DROP,
    });
    this.#connection = connection;
    this.#publisher = publisher;
    return () => publisher.undeclare();
  }

  /** There is no link now. */
  lose(): void {
    this.#publisher = undefined;
  }

  /** Ends it. */
  async end(): Promise<void> {
    this.lose();
    await Doorbell.shared.remove(this.#look);
  }

  #send(): void {
    const length = this.#reader.takeLatest(this.#words);
    if (length < 0) return;
    if (this.#publisher === undefined || this.#connection!.waiting > CONGESTED_BYTES) this.dropped++;
    else void this.#publisher.put(this.#bytes.subarray(0, length), { attachment: this.#attachment });
  }
}
