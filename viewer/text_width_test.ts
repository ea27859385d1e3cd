import assert from "node:assert/strict";
import fc from "fast-check";
import { fitNumber } from "./fit_number.ts";
import { padCell } from "./pad_cell.ts";
import { shorten } from "./shorten.ts";
import { textWidth } from "./text_width.ts";
import { wrapText } from "./wrap_text.ts";

Deno.test("columns of a terminal: wide characters take two, marks none", () => {
  assert.equal(textWidth("elbow ● │ –"), 11);
  assert.equal(textWidth("関節"), 4);
  assert.equal(textWidth("e\u0301"), 1);
  assert.equal(textWidth("🦾"), 2);
});

Deno.test("texts are shortened with an ellipsis, and only when they must be", () => {
  assert.equal(shorten("elbow", 5), "elbow");
  assert.equal(shorten("elbow", 4), "elb…");
  assert.equal(shorten("関節関節", 5), "関節…");
  assert.equal(shorten("elbow", 0), "");
  assert.equal(padCell("関節", 6), "関節  ");
});

Deno.test("property: a cell has exactly its width", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 0, max: 30 }), (text, width) => {
      assert.equal(textWidth(padCell(text, width)), width);
    }),
  );
});

Deno.test("lines are broken between words", () => {
  assert.deepEqual(wrapText("the driver reports 5 joint positions", 12), [
    "the driver",
    "reports 5",
    "joint",
    "positions",
  ]);
  assert.deepEqual(wrapText("short", 12), ["short"]);
});

Deno.test("numbers lose decimals before they lose their size", () => {
  assert.equal(fitNumber(-3.14159, 4, 8), "-3.1416");
  assert.equal(fitNumber(-300, 4, 8), "-300.000");
  assert.equal(fitNumber(123456789, 4, 8), "1e8");
  assert.equal(fitNumber(-1e-9, 4, 8), "0.0000");
  assert.equal(fitNumber(-1e-4, 4, 8), "-0.0001");
  assert.equal(fitNumber(NaN, 4, 8), "NaN");
  assert.equal(fitNumber(-Infinity, 4, 8), "-Inf");
});

Deno.test("property: a number fits its width", () => {
  fc.assert(fc.property(fc.double(), fc.integer({ min: 7, max: 14 }), (value, width) => {
    assert.ok(fitNumber(value, 4, width).length <= width);
  }));
});
