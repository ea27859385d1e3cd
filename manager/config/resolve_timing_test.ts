import assert from "node:assert/strict";
import fc from "fast-check";
import { resolveTiming } from "./resolve_timing.ts";
import { SHORTEST_TICK_NS } from "./shortest_tick_ns.ts";

const MS = 1_000_000;
/** Multiples of 0.1 ms up to 20 ms, and odd ones. */
const period = fc.oneof(fc.integer({ min: 1, max: 200 }).map((n) => n * 100_000), fc.integer({ min: 1, max: 20 * MS }));

Deno.test("resolveTiming gives the largest tick of which all periods are multiples", () => {
  fc.assert(fc.property(period, fc.array(period, { minLength: 1, maxLength: 5 }), (timeStep, periods) => {
    const timing = resolveTiming(timeStep, periods);
    if (timing.faults.length > 0) return;
    const all = [timeStep, ...periods];
    assert.ok(all.every((ns) => ns % timing.tickNs === 0));
    assert.ok(timing.tickNs >= SHORTEST_TICK_NS);
    // A larger one divides the shortest period too, so that there are few to try.
    const shortest = Math.min(...all);
    for (let parts = 1; shortest / parts > timing.tickNs; parts++) {
      assert.ok(all.some((ns) => (ns * parts) % shortest !== 0), `${shortest / parts} would do`);
    }
    assert.equal(timing.stepsPerRun * timing.tickNs, timeStep);
    assert.deepEqual(timing.ticksPerCycle.map((ticks) => ticks * timing.tickNs), periods);
  }));
});

Deno.test("resolveTiming refuses what is no exact multiple, and nothing else", () => {
  fc.assert(fc.property(period, period, (timeStep, robot) => {
    const [fault] = resolveTiming(timeStep, [robot]).faults;
    if (robot < SHORTEST_TICK_NS) assert.equal(fault.kind, "too short");
    else if (timeStep < robot) assert.equal(fault.kind, "shorter");
    else if (BigInt(timeStep) % BigInt(robot) !== 0n) assert.equal(fault.kind, "no multiple");
    else assert.equal(fault, undefined);
  }));
});

Deno.test("resolveTiming proposes periods that are accepted, and none is nearer", () => {
  fc.assert(fc.property(period, period, (timeStep, robot) => {
    const [fault] = resolveTiming(timeStep, [robot]).faults;
    if (fault?.kind !== "shorter" && fault?.kind !== "no multiple") return;
    assert.deepEqual(resolveTiming(fault.nearestTimeStepNs, [robot]).faults, []);
    assert.ok(Math.abs(fault.nearestTimeStepNs - timeStep) <= Math.max(robot / 2, robot - timeStep));
    if (fault.nearestPeriodNs === 0) assert.ok(timeStep < SHORTEST_TICK_NS);
    else {
      assert.deepEqual(resolveTiming(timeStep, [fault.nearestPeriodNs]).faults, []);
      const distance = Math.abs(fault.nearestPeriodNs - robot);
      for (let parts = 1; timeStep / parts >= SHORTEST_TICK_NS; parts++) {
        if (timeStep % parts === 0) assert.ok(Math.abs(timeStep / parts - robot) >= distance);
      }
    }
  }));
});

Deno.test("resolveTiming names the pair with too short a common period", () => {
  assert.deepEqual(resolveTiming(6 * MS, [2 * MS, 3 * MS]), {
    tickNs: MS,
    stepsPerRun: 6,
    ticksPerCycle: [2, 3],
    faults: [],
  });
  const { faults } = resolveTiming(42 * MS, [2 * MS, 2_100_000]);
  assert.deepEqual(faults, [{ kind: "tick", robot: 1, others: [0], tickNs: 100_000 }]);
});

Deno.test("resolveTiming names all robots when only all together do not fit", () => {
  // 0.6, 1 and 1.5 ms: pairs have 0.2, 0.3 and 0.5 ms in common, all three only 0.1 ms.
  assert.deepEqual(resolveTiming(3 * MS, [600_000, MS, 1_500_000]).faults, [
    { kind: "tick", robot: 2, others: [0, 1], tickNs: 100_000 },
  ]);
});
