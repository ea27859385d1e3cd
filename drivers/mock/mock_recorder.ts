import type { Clock } from "../../core/clock.ts";
import { holdsSomethingElse } from "../../core/holds_something_else.ts";
import { RunFailure } from "../../core/run_failure.ts";
import { MOCK_RECORD_KINDS, type MockRecord } from "./mock_record.ts";
import { mockRecordLayout as layout } from "./mock_record_layout.ts";

/**
 * Writes what happens to a mock robot to a file, one fixed binary record for each event, at once: what is recorded survives the
 * process. Writing to a file is not real-time safe, which is why a robot records only when it is asked to.
 */
export class MockRecorder {
  readonly #file: Deno.FsFile;
  readonly #clock: Clock;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #numbers: Float64Array;
  readonly #joints: number;

  /** Makes the file anew. Throws an error of the operating system when it cannot, and a {@link RunFailure} when the file holds something else. */
  constructor(file: string, joints: number, clock: Clock) {
    const buffer = new ArrayBuffer(layout.fixedBytes + joints * 8);
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#numbers = new Float64Array(buffer);
    this.#joints = joints;
    this.#clock = clock;
    if (holdsSomethingElse(file, layout.magic)) {
      throw new RunFailure("the file would be lost: it is there, and is no record");
    }
    this.#file = Deno.openSync(file, { write: true, create: true, truncate: true });
    const head = new Uint8Array(layout.headBytes);
    head.set(new TextEncoder().encode(layout.magic));
    new Uint32Array(head.buffer).set([joints, buffer.byteLength], 2);
    this.#write(head);
  }

  /** Records one event. Throws an error of the operating system when it cannot. */
  add(kind: MockRecord["kind"], cycle: number, timeNs: number, values: Float64Array, count: number): void {
    this.#words[0] = MOCK_RECORD_KINDS.indexOf(kind);
    this.#words[1] = cycle;
    this.#clock.stamp(timeNs, this.#words, 2);
    this.#numbers[2] = timeNs;
    this.#words[6] = count;
    for (let i = 0; i < this.#joints; i++) this.#numbers[4 + i] = i < values.length ? values[i] : 0;
    this.#write(this.#bytes);
  }

  /** Closes the file. */
  close(): void {
    this.#file.close();
  }

  #write(bytes: Uint8Array): void {
    let done = this.#file.writeSync(bytes);
    while (done < bytes.length) done += this.#file.writeSync(bytes.subarray(done));
  }
}
