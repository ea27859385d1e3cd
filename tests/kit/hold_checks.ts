import assert from "node:assert/strict";
import type { HoldTarget } from "./hold_target.ts";
import { holdTarget } from "./hold_target.ts";
import type { UriProcess } from "./uri_process.ts";
import type { Workbench } from "./workbench.ts";

/** Cycles that a loop may need after the timeout: the one in which it looks, and two for the rounding of stamps. */
const LATE_CYCLES = 3;

/** What the record of a robot in position mode says of its holds. */
export const holdChecks = {
  /** Asserts that the robot was held at `atNs` where it was measured, by one target. Returns the hold. Throws when the target has changed since. */
  isHeld(bench: Workbench, name: string, atNs: bigint): HoldTarget {
    const hold = holdTarget(bench.record(name), atNs);
    assert.deepEqual(hold.target, hold.measured, "the hold target is what was measured in the cycle it began in");
    assert.notDeepEqual(hold.target, hold.before, "the robot lagged, so it was not the last target");
    return hold;
  },

  /**
   * Asserts that the hold began in time: not more than three cycles ran between the timeout, counted from the last new Command, and its begin. Cycles, as a
   * busy computer makes those late.
   */
  inTime(bench: Workbench, name: string, hold: HoldTarget, timeoutMs: number): void {
    const dueNs = hold.lastNewNs + BigInt(timeoutMs) * 1_000_000n;
    const late = bench.record(name).filter((each) =>
      each.kind === "sync" && each.stampNs > dueNs && each.stampNs < hold.beganNs
    );
    assert.ok(late.length <= LATE_CYCLES, `${late.length} cycles ran after the timeout before the hold began`);
  },

  /** Asserts that the hold began for want of Commands, and not before the timeout. */
  notEarly(hold: HoldTarget, timeoutMs: number): void {
    const silentNs = hold.beganNs - hold.lastNewNs;
    assert.ok(silentNs >= BigInt(timeoutMs) * 1_000_000n, `the hold began after ${silentNs} ns`);
  },

  /** Ends the interface, asserts its exit code 0, and returns the reasons of its holds. */
  async reasons(bench: Workbench, name: string, robot: UriProcess): Promise<string[]> {
    robot.signal("SIGTERM");
    await robot.exits(0);
    return bench.report(name).holds.map(({ reason }: { reason: string }) => reason);
  },
};
