import assert from "node:assert/strict";
import fc from "fast-check";
import { shortenNames } from "./shorten_names.ts";
import { textWidth } from "./text_width.ts";

Deno.test("names that fit stay", () => assert.deepEqual(shortenNames(["pan", "tilt"], 4), ["pan", "tilt"]));

Deno.test("names are shortened where they can still be told apart: end, middle, start, with numbers", () => {
  assert.deepEqual(shortenNames(["shoulder_pan_joint", "shoulder_lift_joint"], 12), ["shoulder_pa…", "shoulder_li…"]);
  assert.deepEqual(shortenNames(["finger_of_hand_1", "finger_of_hand_2"], 10), ["finge…nd_1", "finge…nd_2"]);
  assert.deepEqual(shortenNames(["joint_a_of_left_arm", "joint_b_of_left_arm"], 5), ["0 jo…", "1 jo…"]);
  assert.deepEqual(shortenNames(["a_very_long_x1_name", "a_very_long_x2_name"], 9), ["…_x1_name", "…_x2_name"]);
});

Deno.test("property: each fits, and short names never lose anything", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 30 })),
      fc.integer({ min: 1, max: 30 }),
      (names, width) => {
        const short = shortenNames(names, width);
        assert.equal(short.length, names.length);
        for (const name of short) assert.ok(textWidth(name) <= width, `'${name}' in ${width}`);
      },
    ),
  );
});
