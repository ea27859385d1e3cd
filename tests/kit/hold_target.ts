import type { MockRecord } from "../../drivers/mock/mock_record.ts";

/** What a robot was told while it was held. */
export interface HoldTarget {
  /** The command of the hold. */
  readonly target: readonly number[];
  /** What was measured in the cycle in which it began. */
  readonly measured: readonly number[];
  /** The command before it. */
  readonly before: readonly number[];
  /** Time from its first to its last command [ns]. */
  readonly lastedNs: bigint;
  /** When it began, CLOCK_MONOTONIC [ns]. */
  readonly beganNs: bigint;
  /** When `before` was sent for the first time. */
  readonly lastNewNs: bigint;
  /** The longest time for which one command was repeated, in the whole record [ns]. */
  readonly longestRepeatNs: bigint;
}

/**
 * The hold in force at `atNs`, from a robot's record: the commands around that time that are all the same. Throws when the commands after
 * `atNs` differ: a hold is latched once.
 */
export function holdTarget(record: readonly MockRecord[], atNs: bigint): HoldTarget {
  const commands = record.filter(({ kind }) => kind !== "sync");
  const at = commands.findIndex(({ stampNs }) => stampNs > atNs);
  if (at < 0) throw new Error("Looking for the hold: nothing was commanded after it began");
  const same = (i: number, j: number) => commands[i].values.every((value, k) => value === commands[j].values[k]);
  let first = at;
  while (first > 0 && same(first - 1, at)) first--;
  let end = at;
  while (end < commands.length && same(end, at)) end++;
  if (end < commands.length && atNs > 0n) {
    throw new Error(
      `Looking for the hold: its target changes from ${commands[at].values} to ${commands[end].values} in cycle ${
        commands[end].cycle
      }`,
    );
  }
  let lastNew = Math.max(0, first - 1);
  while (lastNew > 0 && same(lastNew - 1, first - 1)) lastNew--;
  let longestRepeatNs = 0n;
  for (let i = 1, start = 0; i < commands.length; i++) {
    if (!same(i - 1, i)) start = i;
    const repeatedNs = commands[i].stampNs - commands[start].stampNs;
    if (repeatedNs > longestRepeatNs) longestRepeatNs = repeatedNs;
  }
  const { cycle, values, stampNs } = commands[first];
  return {
    target: values,
    measured: record.find((each) => each.kind === "sync" && each.cycle === cycle)?.values ?? [],
    before: commands[Math.max(0, first - 1)].values,
    lastedNs: commands[end - 1].stampNs - stampNs,
    beganNs: stampNs,
    lastNewNs: commands[lastNew].stampNs,
    longestRepeatNs,
  };
}
