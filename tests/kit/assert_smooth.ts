import assert from "node:assert/strict";
import type { MockRecord } from "../../drivers/mock/mock_record.ts";

/**
 * Asserts that a robot in position mode never got zeros, nor a target that is more than `most` [rad] away from the one before: one step of a cycle is small in
 * everything that the robots of the tests do.
 */
export function assertSmooth(commands: readonly MockRecord[], most = 0.1): void {
  commands.forEach(({ kind, values, cycle, timeNs }, i) => {
    assert.equal(kind, "servoJ");
    assert.ok(values.some((value) => value !== 0), `zeros in cycle ${cycle}`);
    if (i === 0) return;
    values.forEach((value, joint) => {
      const step = Math.abs(value - commands[i - 1].values[joint]);
      const afterMs = (timeNs - commands[i - 1].timeNs) / 1e6;
      assert.ok(
        step < most,
        `joint ${joint} is sent by ${step} rad in cycle ${cycle}, ${afterMs} ms after the last one`,
      );
    });
  });
}
