import assert from "node:assert/strict";
import { formatRow } from "./format_row.ts";

const ROW = { bench: "loop", name: "lateness", unit: "us", value: 12.345 } as const;

Deno.test("a target that is met or missed begins with its verdict, and shows figures, peer and target", () => {
  const compared = { ...ROW, peer: "cyclictest", peerValue: 1234.5, ratio: 0.01, target: "at most 1.1x cyclictest" };
  assert.equal(
    formatRow({ ...compared, pass: true }),
    "PASS  lateness: 12.3 µs; cyclictest: 1,235 µs; ratio 0.01\n      target: at most 1.1x cyclictest\n",
  );
  assert.match(formatRow({ ...compared, pass: false }), /^MISS {2}/);
});

Deno.test("without a peer there is no verdict, and the own figure with the reason", () => {
  const text = formatRow({ ...ROW, target: "at most 1.1x cyclictest", note: "no peer: cyclictest is not installed" });
  assert.doesNotMatch(text, /PASS|MISS/);
  assert.match(text, /12\.3 µs/);
  assert.match(text, /no verdict without the peer/);
  assert.match(text, /cyclictest is not installed/);
});

Deno.test("what was not measured is not a number", () => {
  assert.match(formatRow({ ...ROW, value: NaN, note: "refused" }), /lateness: not measured\n {6}refused\n$/);
});
