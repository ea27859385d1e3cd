import assert from "node:assert/strict";
import fc from "fast-check";
import { Libc } from "../core/posix/libc.ts";
import { GateReason } from "./gate_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const MEASURED = Float64Array.of(0.5, -0.25);
const GOOD = [0.5, -0.25];

const refused = (t: TestCycle, reason: number) => t.block.values[B.REFUSED + reason];
const trips = (t: TestCycle) => t.block.histograms[B.H_ROUND_TRIP];

Deno.test("command source: 1 for a command that may be obeyed, once; 0 when there is none; -1 when it is refused", async () => {
  const t = await TestCycle.open();
  assert.equal(t.source.poll(true, MEASURED, 0), 0);
  t.send(GOOD);
  assert.equal(t.source.poll(true, MEASURED, 0), 1);
  assert.equal(t.source.poll(true, MEASURED, 0), 0);
  t.send([NaN, 0]);
  assert.equal(t.source.poll(false, MEASURED, 0), -1);
  assert.equal(t.source.poll(false, MEASURED, 0), 0);
});

Deno.test("command source: of several only the latest counts, also when it is the bad one", async () => {
  const t = await TestCycle.open();
  t.send([NaN, 0]);
  t.send(GOOD);
  assert.equal(t.source.poll(false, MEASURED, 0), 1);
  assert.equal(t.refused, 0);
  t.send(GOOD);
  t.send([NaN, 0]);
  assert.equal(t.source.poll(false, MEASURED, 0), -1);
  assert.equal(t.source.poll(false, MEASURED, 0), 0);
});

Deno.test("command source: the first one must start from the measured position, the others need not", async () => {
  const t = await TestCycle.open();
  t.send([2, 2]);
  assert.equal(t.source.poll(true, MEASURED, 0), -1);
  assert.equal(refused(t, GateReason.FirstTargetJump), 1);
  t.send([2, 2]);
  assert.equal(t.source.poll(false, MEASURED, 0), 1);
});

Deno.test("command source: what was on its way for longer than the timeout is refused; exactly the timeout is not", async () => {
  const t = await TestCycle.open();
  t.send(GOOD);
  t.clock.timeNs += 100 * MS;
  assert.equal(t.source.poll(false, MEASURED, 0), 1);
  t.send(GOOD);
  t.clock.timeNs += 100 * MS + 1;
  assert.equal(t.source.poll(false, MEASURED, 0), -1);
  assert.equal(refused(t, GateReason.TooOld), 1);
});

Deno.test("command source: what answers a State of longer ago than the timeout, less its hold, is refused; other stamps are not judged", async () => {
  const t = await TestCycle.open();
  t.clock.timeNs += 5000 * MS;
  const poll = (tripNs: number, holdNs: number) => {
    t.send(GOOD, { stampNs: t.clock.now() - tripNs - holdNs, holdNs });
    return t.source.poll(false, MEASURED, 0);
  };
  assert.equal(poll(100 * MS, 3000 * MS), 1);
  assert.equal(poll(100 * MS + 1, 0), -1);
  assert.equal(refused(t, GateReason.TooOld), 1);
  assert.deepEqual(t.events(), [{ name: "Refused", numbers: [GateReason.TooOld, -1, 100 * MS + 1, 100 * MS] }]);
  assert.equal(poll(-1000 * MS, 0), 1, "stamps of another clock");
  t.send(GOOD, { stampNs: 0 });
  assert.equal(t.source.poll(false, MEASURED, 0), 1);
});

Deno.test("command source: the one that takes a motion up again is not 100 ms later than the quickest of its sender", async () => {
  const t = await TestCycle.open({ timeoutNs: 10_000 * MS });
  t.clock.timeNs += 20_000 * MS;
  const poll = (first: boolean, tripNs: number) => {
    t.clock.timeNs += 1000 * MS; // stamps go forward
    t.send(GOOD, { stampNs: t.clock.now() - tripNs });
    return t.source.poll(first, MEASURED, 0);
  };
  assert.equal(poll(true, 300 * MS), 1, "a slow network: nothing quicker is known");
  assert.equal(poll(true, 350 * MS), 1);
  assert.equal(poll(true, 450 * MS), -1);
  assert.equal(poll(false, 200 * MS), 1);
  assert.equal(poll(true, 301 * MS), -1);
  assert.equal(poll(false, 301 * MS), 1, "in a motion that goes on only the timeout counts");
  assert.equal(refused(t, GateReason.TooOld), 2);
});

Deno.test("command source: what is dropped is neither counted nor seen again", async () => {
  const t = await TestCycle.open();
  t.send(GOOD);
  t.source.discard();
  assert.equal(t.source.poll(false, MEASURED, 0), 0);
  assert.equal(t.refused + t.block.values[B.COMMANDS], 0);
});

Deno.test("command source: each kind of bad message has its reason, with the numbers that explain it", async () => {
  const t = await TestCycle.open();
  const cases: [() => void, number, number[]][] = [
    [() => t.sendBytes(new Uint8Array(64)), GateReason.Malformed, [-1, 0, 0]],
    [() => t.sendBytes(t.stateBytes(GOOD)), GateReason.WrongType, [-1, 0, 0]],
    [() => t.send([1, 2, 3]), GateReason.WrongLength, [-1, 3, 0]],
    [() => t.send([1], { joints: 2 }), GateReason.WrongLength, [-1, 1, 2]],
    [() => t.send(GOOD, { mode: "torque" }), GateReason.WrongMode, [-1, 1, 1]],
    [() => t.send([0, NaN]), GateReason.NotFinite, [1, NaN, 0]],
    [() => t.send(GOOD, { kp: Infinity }), GateReason.NotFinite, [-1, Infinity, 0]],
  ];
  for (const [send, reason, numbers] of cases) {
    send();
    assert.equal(t.source.poll(false, MEASURED, 0), -1);
    assert.equal(
      refused(t, reason),
      1 + (reason === GateReason.NotFinite && numbers[0] === -1 ? 1 : 0) +
        (reason === GateReason.WrongLength && numbers[1] === 1 ? 1 : 0),
    );
    assert.deepEqual(t.events(), [{ name: "Refused", numbers: [reason, ...numbers] }]);
  }
});

Deno.test("command source: whatever bytes come, they are taken as a Command or refused, and never both", async () => {
  const t = await TestCycle.open();
  t.send(GOOD);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const [before, commands] = [t.refused, t.block.values[B.COMMANDS]];
    t.sendBytes(bytes);
    const code = t.source.poll(false, MEASURED, 0);
    assert.equal(t.refused - before, code === -1 ? 1 : 0);
    assert.equal(t.block.values[B.COMMANDS] - commands, code === 1 ? 1 : 0);
    assert.notEqual(code, 0);
    t.events();
  }));
});

Deno.test("command source: the round trip is arrival minus stamp minus hold, once for each pair of stamp and hold", async () => {
  const t = await TestCycle.open({ latencyStats: false });
  const poll = (stampNs: number, holdNs: number) => {
    t.send(GOOD, { stampNs, holdNs });
    assert.equal(t.source.poll(false, MEASURED, 0), 1);
  };
  const stampNs = t.clock.now();
  t.clock.timeNs += 1_234_567;
  poll(stampNs, 1_000_000);
  assert.deepEqual([trips(t).count, trips(t).max], [1, 234_567]);
  t.clock.timeNs += MS;
  poll(stampNs, 1_000_000); // repeated by a manager that is slower
  assert.equal(trips(t).count, 1);
  poll(stampNs, 2_100_000); // the same State again, held longer
  assert.equal(trips(t).count, 2);
  poll(0, 0); // a manager that does not echo
  assert.equal(trips(t).count, 2);
  assert.deepEqual(t.events(), []);
});

Deno.test("command source: round trips are right wherever the words of stamp, hold and arrival wrap", async () => {
  const around = fc.integer({ min: 2, max: 1000 }).map((n) => n * 2 ** 32);
  const offset = fc.integer({ min: -5_000_000, max: 5_000_000 });
  await fc.assert(
    fc.asyncProperty(
      around,
      offset,
      fc.integer({ min: 1, max: 100 * MS }),
      fc.integer({ min: 0, max: 1e10 }),
      async (at, by, trip, hold) => {
        const t = await TestCycle.open();
        t.clock.timeNs = at + by;
        t.send(GOOD, { stampNs: at + by - trip - hold, holdNs: hold });
        fc.pre(at + by - trip - hold > 0);
        assert.equal(t.source.poll(false, MEASURED, 0), 1);
        assert.deepEqual([trips(t).count, trips(t).max], [1, trip]);
      },
    ),
  );
});

Deno.test("command source: what answers an older State than the one before it is refused; the same one again is not, nor one after a stamp of the future", async () => {
  const t = await TestCycle.open();
  t.clock.timeNs += 1000 * MS;
  const poll = (agoMs: number) => {
    t.send(GOOD, { stampNs: t.clock.now() - agoMs * MS });
    return t.source.poll(false, MEASURED, 0);
  };
  assert.deepEqual([poll(5), poll(5), poll(6), poll(4), poll(5), poll(-1000), poll(3)], [1, 1, -1, 1, -1, 1, 1]);
  assert.equal(refused(t, GateReason.TooOld), 2);
});

Deno.test("command source: a refused command is no round trip", async () => {
  const t = await TestCycle.open();
  t.send([NaN, 0], { stampNs: t.clock.now() });
  t.source.poll(false, MEASURED, 0);
  assert.equal(trips(t).count, 0);
});

Deno.test("command source: with latency statistics, a line a second: count, least, mean and largest of that second", async () => {
  const t = await TestCycle.open({ latencyStats: true });
  const lines: number[][] = [];
  for (let i = 0; i < 5000; i++) {
    t.clock.timeNs += MS;
    t.send(GOOD, { stampNs: t.clock.now() - 100_000 - 1000 * (i % 10), holdNs: 0 });
    t.source.poll(false, MEASURED, 0);
    for (const { name, numbers } of t.events()) {
      assert.equal(name, "Latency");
      lines.push(numbers);
    }
  }
  // Five seconds: as many lines, the first of which may be of a shorter time.
  assert.ok(lines.length === 5 || lines.length === 4, `${lines.length}`);
  for (const [count, least, mean, most] of lines.slice(1)) {
    assert.equal(count, 1000);
    assert.deepEqual([least, mean, most], [100_000, 104_500, 109_000]);
  }
});
