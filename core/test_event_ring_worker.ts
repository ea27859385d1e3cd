/**
 * For the test of the ring between two threads: pushes the events 1, 2, 3 … as fast as it can, each with four numbers that follow from it.
 *
 * @module
 */
import { EventRing } from "./event_ring.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<{ buffer: SharedArrayBuffer; events: number; done: Int32Array }>) => void) | null;
};

scope.onmessage = ({ data: { buffer, events, done } }) => {
  const ring = new EventRing(buffer);
  for (let n = 1; n <= events; n++) ring.push(n, 2 * n, -n, n / 7, n * n);
  Atomics.store(done, 0, 1);
};
