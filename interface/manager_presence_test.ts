import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { TestClock } from "../core/test_clock.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock as B } from "./interface_block.ts";
import { ManagerPresence } from "./manager_presence.ts";

const MS = 1e6;
const PARENT = new Libc().call.getppid(); // opened here, so that no single test is found to have left it open

function presence(parent?: number) {
  const flags = new Int32Array(INTERFACE_BLOCK_SHAPE.flags);
  const clock = new TestClock();
  const manager = new ManagerPresence(flags, clock, parent);
  return { manager, clock, flags, alive: () => flags[B.PEER_ALIVE] === 1 };
}

Deno.test("manager presence: each loss counts, also when another manager takes over without one; the same one again is none", () => {
  const { manager, flags } = presence();
  const losses = () => flags[B.LOSSES];
  manager.obeys(-7); // marks are any 32 bits
  manager.obeys(2 ** 32 - 7);
  assert.deepEqual([losses(), flags[B.MANAGER]], [0, -7]);
  manager.obeys(8);
  assert.equal(losses(), 1);
  manager.changed(false);
  manager.changed(true);
  assert.equal(losses(), 2);
  manager.obeys(8);
  assert.equal(losses(), 2);
});

Deno.test("manager presence: the manager counts as there until it was seen and lost, and again when it is back", () => {
  const { manager, alive } = presence();
  assert.equal(alive(), true);
  manager.changed(false);
  assert.equal(alive(), true, "never seen");
  manager.changed(true);
  manager.changed(false);
  assert.equal(alive(), false);
  manager.changed(true);
  assert.equal(alive(), true);
  assert.equal(manager.abandonedMs(), undefined, "nobody has started it, so it waits for the next manager");
});

Deno.test("manager presence: an autostarted interface is abandoned from the loss of the token on", () => {
  const { manager, clock } = presence(PARENT);
  assert.equal(manager.isOrphan(), false);
  manager.changed(true);
  assert.equal(manager.abandonedMs(), undefined);
  manager.changed(false);
  clock.timeNs += 1500 * MS;
  assert.equal(manager.abandonedMs(), 1500);
});

Deno.test("manager presence: an orphan is abandoned, whether it saw its manager or not, and another manager does not change that", () => {
  const { manager, clock, alive } = presence(PARENT + 1);
  assert.equal(manager.isOrphan(), true);
  assert.equal(manager.abandonedMs(), 0);
  manager.changed(true);
  manager.changed(false);
  assert.equal(alive(), false);
  manager.changed(true);
  assert.equal(alive(), false);
  clock.timeNs += 2500 * MS;
  assert.equal(manager.abandonedMs(), 2500);
});
