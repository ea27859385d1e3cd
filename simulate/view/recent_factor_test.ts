import assert from "node:assert/strict";
import { RecentFactor } from "./recent_factor.ts";

Deno.test("the factor of the last two seconds: not known at first, then of that time alone", () => {
  const factor = new RecentFactor();
  assert.equal(factor.take(1000, 0), NaN);
  for (let ms = 16; ms < 480; ms += 16) assert.equal(factor.take(1000 + ms, ms), NaN);
  let [wall, simulated] = [1480, 480];
  const pass = (seconds: number, rate: number) => {
    let last = NaN;
    for (let ms = 0; ms < 1000 * seconds; ms += 16) last = factor.take(wall += 16, simulated += 16 * rate);
    return last;
  };
  assert.ok(Math.abs(pass(3, 1) - 1) < 1e-9);
  const slower = pass(1, 0.5);
  assert.ok(slower > 0.6 && slower < 0.9, String(slower));
  assert.ok(Math.abs(pass(3, 0.5) - 0.5) < 1e-9);
  assert.ok(Math.abs(pass(5, 20) - 20) < 1e-9, "faster than the wall clock, as in lock step");
  assert.equal(pass(5, 0), 0);
});
