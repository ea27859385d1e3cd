import assert from "node:assert/strict";
import fc from "fast-check";
import { decimalNs } from "./decimal_ns.ts";
import { formatSeconds } from "./format_seconds.ts";

Deno.test("decimalNs is exact, however the number is spelled", () => {
  for (
    const [text, ns] of [
      ["0.001", 1_000_000],
      ["1e-3", 1_000_000],
      ["1E-3", 1_000_000],
      [".005", 5_000_000],
      ["5e-4", 500_000],
      ["+0.0020", 2_000_000],
      ["0.3", 300_000_000],
      ["0.0157", 15_700_000],
      ["0.0163", 16_300_000],
      ["1.", 1_000_000_000],
      ["10", 10_000_000_000],
      ["1e1", 10_000_000_000],
      ["0000000000000000000.001000000000000000000000", 1_000_000],
      ["1000000e-9", 1_000_000],
      ["0.000000001", 1],
    ] as const
  ) assert.equal(decimalNs(text), ns, text);
});

Deno.test("decimalNs gives the reason for what is no period", () => {
  for (
    const [text, fault] of [
      ["", "not decimal"],
      [".", "not decimal"],
      ["e3", "not decimal"],
      ["0x10", "not decimal"],
      [".inf", "not decimal"],
      [".nan", "not decimal"],
      ["1_000", "not decimal"],
      ["1 ms", "not decimal"],
      ["0", "zero"],
      ["-0.0", "zero"],
      ["-0.001", "negative"],
      ["1.5e-9", "finer than 1 ns"],
      ["0.0010000000001", "finer than 1 ns"],
      ["1e-999999999999999999999", "finer than 1 ns"],
      ["10.000000001", "longer than 10 s"],
      ["11", "longer than 10 s"],
      ["1e999999999999999999999", "longer than 10 s"],
    ] as const
  ) assert.equal(decimalNs(text), fault, text);
});

Deno.test("decimalNs agrees with exact integer arithmetic", () => {
  const digits = fc.stringMatching(/^[0-9]{0,14}$/);
  fc.assert(fc.property(digits, digits, fc.integer({ min: -14, max: 14 }), (whole, fraction, exponent) => {
    fc.pre(whole + fraction !== "");
    // The value in units of 1e-40 s is a whole number.
    const units = BigInt(whole + fraction) * 10n ** BigInt(40 - fraction.length + exponent);
    const perNs = 10n ** 31n;
    const actual = decimalNs(`${whole}.${fraction}e${exponent}`);
    if (units === 0n) assert.equal(actual, "zero");
    else if (units % perNs !== 0n) assert.equal(actual, "finer than 1 ns");
    else if (units > 10n ** 41n) assert.equal(actual, "longer than 10 s");
    else assert.equal(actual, Number(units / perNs));
  }));
});

Deno.test("formatSeconds and decimalNs undo each other", () => {
  assert.equal(formatSeconds(1_000_000), "0.001");
  assert.equal(formatSeconds(10_000_000_000), "10");
  assert.equal(formatSeconds(0), "0");
  fc.assert(fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (ns) => {
    assert.equal(decimalNs(formatSeconds(ns)), ns);
    assert.equal(decimalNs(String(Number(formatSeconds(ns)))), ns);
  }));
});
