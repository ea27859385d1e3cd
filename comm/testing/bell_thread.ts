/// <reference lib="deno.worker" />
// Rings a bell now and then: { buffer, count }.
import { CellBell } from "../cell/cell_bell.ts";

self.onmessage = ({ data: { buffer, count } }) => {
  const bell = new CellBell(buffer);
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < count; i++) {
    Atomics.wait(never, 0, 0, 2);
    bell.ring();
  }
};
