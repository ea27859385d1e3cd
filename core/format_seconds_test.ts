import assert from "node:assert/strict";
import fc from "fast-check";
import { formatSeconds } from "./format_seconds.ts";

Deno.test("format seconds: the shortest exact text, which gives the nanoseconds back", () => {
  assert.equal(formatSeconds(0), "0");
  assert.equal(formatSeconds(1), "0.000000001");
  assert.equal(formatSeconds(1_000_000), "0.001");
  assert.equal(formatSeconds(2_500_000_000), "2.5");
  assert.equal(formatSeconds(10_000_000_000), "10");
  fc.assert(fc.property(fc.maxSafeNat(), (ns) => {
    const text = formatSeconds(ns);
    assert.match(text, /^(0|[1-9]\d*)(\.\d*[1-9])?$/);
    const [whole, fraction = ""] = text.split(".");
    assert.equal(BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0")), BigInt(ns));
  }));
});
