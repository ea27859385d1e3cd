import assert from "node:assert/strict";
import { ContactMemory } from "./contact_memory.ts";

/** Tells contacts whose numbers count up from `first`. */
const counting = (contacts: number, first: number) => ({
  readContacts(into: Float64Array): number {
    for (let i = 0; i < 8 * contacts; i++) into[i] = first + i;
    return contacts;
  },
});

Deno.test("contacts: who shows them gets places and forces as the other thread has written them, without the shapes", () => {
  const writer = new ContactMemory();
  const reader = new ContactMemory(writer.buffer);
  assert.deepEqual([...reader.read()], []);
  writer.write(counting(2, 1));
  assert.deepEqual([...reader.read()], [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]);
  writer.write(counting(0, 0));
  assert.deepEqual([...reader.read()], []);
});

Deno.test("contacts: in the middle of a write the reader keeps what it has", () => {
  const writer = new ContactMemory();
  const reader = new ContactMemory(writer.buffer);
  writer.write(counting(1, 1));
  const before = [...reader.read()];
  const head = new Int32Array(writer.buffer, 0, 1);
  Atomics.add(head, 0, 1); // a write has begun
  new Float64Array(writer.buffer, 8)[0] = 99;
  assert.deepEqual([...reader.read()], before);
  Atomics.add(head, 0, 1);
  assert.equal(reader.read()[0], 99);
});
