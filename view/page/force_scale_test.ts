import assert from "node:assert/strict";
import fc from "fast-check";
import { ForceScale } from "./force_scale.ts";

Deno.test("arrows of forces: none is longer than 30 cm, and the scale is 1, 2 or 5 times a power of ten", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), { minLength: 1 }), (forces) => {
      const scale = new ForceScale();
      for (const [index, force] of forces.entries()) {
        scale.take(force, 1000 * index);
        assert.ok(scale.length(force) <= 0.3 + 1e-9, `${force} N is ${scale.length(force)} m long`);
        const digits = scale.perTenCm / 10 ** Math.floor(Math.log10(scale.perTenCm) + 1e-9);
        assert.ok([1, 2, 5].some((step) => Math.abs(digits - step) < 1e-6), String(scale.perTenCm));
      }
    }),
  );
});

Deno.test("arrows of forces: the first force sets the scale", () => {
  const scale = new ForceScale();
  scale.take(0.7, 0);
  assert.equal(scale.perTenCm, 0.5);
});

Deno.test("arrows of forces: they shrink at once, and grow only after a while of small forces", () => {
  const scale = new ForceScale();
  let ms = 5000;
  scale.take(1000, ms);
  const coarse = scale.perTenCm;
  assert.equal(coarse, 500);
  for (let i = 0; i < 70; i++) scale.take(0.5, ms += 20);
  assert.equal(scale.perTenCm, coarse);
  for (let i = 0; i < 10; i++) scale.take(0.5, ms += 20);
  assert.equal(scale.perTenCm, 0.2);
  // What is of no use changes nothing.
  for (const nothing of [0, NaN, Infinity, -1]) for (let i = 0; i < 300; i++) scale.take(nothing, ms += 20);
  assert.equal(scale.perTenCm, 0.2);
});

Deno.test("arrows of forces: a force that comes and goes keeps its scale", () => {
  const scale = new ForceScale();
  scale.take(300, 0);
  const { perTenCm } = scale;
  for (let i = 0; i < 1000; i++) {
    scale.take(i % 50 === 0 ? 250 : 1, 20 * i);
    assert.equal(scale.perTenCm, perTenCm);
  }
});
