/**
 * For the test of the ring between two threads: adds the messages 0, 1, 2 … as fast as it can, each with a length and content that follow from its number.
 *
 * @module
 */
import { SystemClock } from "../../core/system_clock.ts";
import { RecordWriter } from "./record_writer.ts";

interface Job {
  readonly buffer: SharedArrayBuffer;
  readonly messages: number;
  readonly waits: boolean;
  readonly done: Int32Array;
}

const scope = self as unknown as { onmessage: ((event: MessageEvent<Job>) => void) | null };

scope.onmessage = ({ data: { buffer, messages, waits, done } }) => {
  const clock = new SystemClock();
  const writer = new RecordWriter(buffer, 2, clock, waits ? clock : undefined);
  const source = new Uint32Array(64);
  for (let n = 0; n < messages; n++) {
    source.fill(n);
    writer.add(n % 2, source, 0, n % 251);
  }
  Atomics.store(done, 0, 1);
};
