import assert from "node:assert/strict";
import fc from "fast-check";
import { Libc } from "../core/posix/libc.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const HOME = [0.5, -0.25];
const FAR = [2.5, 1.5];
const ME = Deno.pid;

/** A robot at home that obeys this process. */
async function commanded(): Promise<TestCycle> {
  const t = await TestCycle.open();
  t.driver.q = [...HOME];
  t.run();
  t.obeys(ME);
  t.send(HOME);
  t.run();
  t.events();
  return t;
}

Deno.test("cycle: a manager that was lost and is back between two cycles was lost: the robot is held, and goes on from where it is", async () => {
  const t = await commanded();
  t.send([0.501, -0.25]); // of the one that is lost
  t.alive = false;
  t.alive = true;
  t.run();
  assert.equal(t.holding, true);
  assert.deepEqual(t.target, HOME, "what the lost one has left is not obeyed");
  assert.equal(t.events().filter(({ name }) => name === "HoldBegin").length, 1);
  t.send(FAR);
  t.run();
  assert.equal(t.holding, true);
  assert.equal(t.refused, 1);
  assert.deepEqual(t.target, HOME);
});

Deno.test("cycle: another manager that takes over between two cycles starts where the robot is", async () => {
  const t = await commanded();
  t.obeys(ME + 1);
  t.obeys(ME);
  t.send(FAR);
  t.run();
  assert.equal(t.holding, true);
  t.send(FAR);
  t.run();
  assert.equal(t.refused, 1);
  assert.deepEqual(t.target, HOME);
  t.send(HOME);
  t.run(150);
  t.send(HOME);
  t.run();
  assert.equal(t.holding, false);
});

Deno.test("cycle: the first command of a manager whose number the cycle has not obeyed starts where the robot is, whatever else was seen", async () => {
  const t = await commanded();
  Atomics.store(t.block.flags, B.MANAGER, 0); // no mark, and no loss that was counted
  t.send(FAR);
  t.run();
  assert.equal(t.refused, 1);
  assert.deepEqual(t.target, HOME);
});

Deno.test("cycle: however managers come and go between cycles, nobody begins with a jump", async () => {
  const acts = fc.array(fc.constantFrom("lost", "back", "other", "me", "far", "far", "run"), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const t = await commanded();
      let changed = false;
      for (const act of all) {
        if (act === "lost") t.alive = false;
        else if (act === "back") t.alive = true;
        else if (act === "other") t.obeys(ME + 1);
        else if (act === "me") t.obeys(ME);
        else if (act === "far" && changed) t.send(FAR);
        else if (act === "run") {
          t.run();
          assert.deepEqual(t.target, HOME);
        }
        // From the first change on whoever sends has to begin anew; before it this process may command what it likes.
        changed ||= act === "lost" || act === "other";
      }
      t.run();
      assert.deepEqual(t.target, HOME);
    }),
    { numRuns: 100 },
  );
});
