import assert from "node:assert/strict";
import fc from "fast-check";
import { periodsToMakeUp } from "./periods_to_make_up.ts";

Deno.test("a fast simulation makes all up, a slow one what fits into a tenth of the stall, a paused one nothing", () => {
  assert.equal(periodsToMakeUp(200, 1e6, 10e3), 200);
  assert.equal(periodsToMakeUp(200, 1e6, 500e3), 40);
  assert.equal(periodsToMakeUp(1, 1e6, 1.5e6), 0);
  assert.equal(periodsToMakeUp(1, 1e6, 0.3e6), 1);
  assert.equal(periodsToMakeUp(1000, 1e6, 0), 1000);
  assert.equal(periodsToMakeUp(1001, 1e6, 0), 0);
});

Deno.test("making up more than one period never takes longer than a tenth of what was missed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1e5, max: 1e7 }),
      fc.integer({ min: 0, max: 1e7 }),
      (
        missed,
        periodNs,
        costNs,
      ) => {
        const count = periodsToMakeUp(missed, periodNs, costNs);
        assert.ok(Number.isInteger(count) && count >= 0 && count <= missed);
        assert.ok(count <= 1 || count * costNs <= 0.1 * missed * periodNs);
      },
    ),
  );
});
