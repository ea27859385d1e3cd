import assert from "node:assert/strict";
import fc from "fast-check";
import { LoopTime } from "./loop_time.ts";
import { Libc } from "./posix/libc.ts";
import { SystemClock } from "./system_clock.ts";
import { TestClock } from "./test_clock.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const words = new Uint32Array(4);

/** Epochs [s] of clocks on computers that run for a minute, for months, for years; and before the start of the computer. */
const anyEpoch = fc.oneof(
  fc.integer({ min: -1000, max: 0 }),
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: 9_007_199 - 3, max: 9_007_199 + 3 }), // 2^53 ns
  fc.integer({ min: 0, max: 1_000_000_000 }),
);
const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 10_000_000_000 }),
  fc.integer({ min: 0, max: 2 ** 53 - 1 }),
  fc.integer({ min: 1, max: 2_000_000 }).chain((n) => fc.constantFrom(n * 2 ** 32 - 1, n * 2 ** 32, n * 2 ** 32 + 1)),
);

Deno.test("system clock: stamps are the 64-bit time, exactly, and give the local time back", () => {
  fc.assert(fc.property(anyEpoch, anyTime, (epochS, timeNs) => {
    const total = BigInt(epochS) * 1_000_000_000n + BigInt(timeNs);
    fc.pre(total >= 0n);
    const clock = new SystemClock(epochS);
    words.fill(7);
    clock.stamp(timeNs, words, 1);
    assert.equal(BigInt(words[1]) + (BigInt(words[2]) << 32n), total);
    assert.equal(clock.fromStamp(words[1], words[2]), timeNs);
    assert.deepEqual([words[0], words[3]], [7, 7]);
  }));
});

Deno.test("system clock: a stamp of one clock is understood by those with other epochs", () => {
  fc.assert(
    fc.property(anyEpoch, fc.integer({ min: -100_000, max: 100_000 }), anyTime, (epochS, shiftS, timeNs) => {
      fc.pre(epochS + timeNs / 1e9 >= 0 && Math.abs(timeNs - shiftS * 1e9) < 2 ** 52 && timeNs < 2 ** 52);
      new SystemClock(epochS).stamp(timeNs, words, 0);
      assert.equal(new SystemClock(epochS + shiftS).fromStamp(words[0], words[1]), timeNs - shiftS * 1e9);
    }),
  );
});

Deno.test("system clock: shows CLOCK_MONOTONIC, whatever the epoch", () => {
  const uptime = () => Math.round(Number(Deno.readTextFileSync("/proc/uptime").split(" ")[0]) * 1000) / 1000;
  for (const epochS of [undefined, 0, -50, Math.floor(uptime())]) {
    const clock = new SystemClock(epochS);
    const before = uptime();
    const shown = clock.epochS + clock.now() / 1e9;
    const after = uptime();
    // /proc/uptime has hundredths of a second, and is CLOCK_BOOTTIME: the same where the computer was never suspended.
    if (after - before < 1) assert.ok(shown > before - 5 && shown < after + 5, `${before} ${shown} ${after}`);
  }
});

Deno.test("system clock: never runs backwards, and starts a thousand seconds after its epoch", () => {
  const clock = new SystemClock();
  const first = clock.now();
  assert.ok(first >= 1000e9);
  let before = first;
  for (let i = 0; i < 10_000; i++) {
    const now = clock.now();
    assert.ok(now >= before && Number.isSafeInteger(now));
    before = now;
  }
});

Deno.test("system clock: sleeps until the deadline or longer, and not at all for a past one", () => {
  const clock = new SystemClock();
  for (const ns of [1, 100_000, 1_500_000, 3_000_000]) {
    const deadline = clock.now() + ns;
    assert.equal(clock.sleepUntil(deadline), 0);
    assert.ok(clock.now() >= deadline);
  }
  const far = new SystemClock(new SystemClock().epochS - 4_000_000); // local times beyond 2^51
  const deadline = far.now() + 2_000_000;
  assert.equal(far.sleepUntil(deadline), 0);
  assert.ok(far.now() >= deadline);
  assert.equal(clock.sleepUntil(clock.now() - 1), 0);
  assert.equal(clock.sleepUntil(0), 0);
});

Deno.test("test clock: understands its own stamps, and passes by sleeping only", () => {
  const clock = new TestClock();
  fc.assert(fc.property(anyTime, (timeNs) => {
    clock.stamp(timeNs, words, 0);
    assert.equal(clock.fromStamp(words[0], words[1]), timeNs);
  }));
  const start = clock.now();
  clock.lateNs = 10;
  assert.equal(clock.sleepUntil(start + 100), 0);
  assert.equal(clock.now(), start + 110);
  clock.sleepUntil(start);
  assert.equal(clock.now(), start + 110);
  assert.deepEqual(clock.sleeps, [start + 100, start]);
});

Deno.test("loop time: holds the time, beyond 32 bits, and starts at 0", () => {
  const time = new LoopTime();
  assert.equal(time.ns, 0);
  for (const ns of [1, -5, 2 ** 40 + 1, 2 ** 53 - 1]) {
    time.ns = ns;
    assert.equal(time.ns, ns);
  }
});
