import assert from "node:assert/strict";
import { SharedBlock } from "../core/shared_block.ts";
import { VERSION } from "../core/version.ts";
import { demoSummary } from "./demo_summary.ts";
import { liveTable } from "./live_table.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { managerBlockShape } from "./manager_block_shape.ts";
import { managerReport } from "./manager_report.ts";
import { testRobots } from "./test_robots.ts";

const CONFIG = testRobots.config("a", "b");
const SCHEDULING = { requested: "try", obtained: "SCHED_DEADLINE", reason: "" } as const;
const HEAP = { watched: true, growth_bytes: 640, minor_gcs: 2, major_gcs: 0 };
const POSTURE = { at_s: 1.5, target: [0.5, 0.25], tracking_error: 0.0021, joint: "slide" };
const figures = (us: number) => ({ count: 1, p50: us, p99: us, p999: us, max: us });

/** A block in which every counter and every histogram has a value of its own. */
function block(): SharedBlock {
  const made = new SharedBlock(managerBlockShape(2));
  made.values[B.CYCLES] = 7995;
  made.values[B.MISSED] = 5;
  made.values[B.RUNS] = 1600;
  for (const robot of [0, 1]) {
    const at = B.VALUES + robot * B.ROBOT_VALUES;
    made.values[at + B.STATES] = 8000 + robot;
    made.values[at + B.REFUSED] = 10 + robot;
    made.values[at + B.COMMANDS] = 1_234_567 + robot;
    made.histograms[B.H_AGE + robot].record(1000 * (40 + robot));
  }
  for (const [histogram, us] of [[B.H_LATE, 10], [B.H_CYCLE, 20], [B.H_RUN, 30]]) {
    made.histograms[histogram].record(1000 * us);
  }
  return made;
}

function report() {
  return managerReport({
    config: CONFIG,
    block: block(),
    durationNs: 8.0000005e9,
    realTimeFactor: null,
    scheduling: SCHEDULING,
    heap: HEAP,
    active: new Set([0]),
    lost: new Map([[0, "no new state for 100 ms"]]),
    roundTrips: new Map([[1, { count: 5, p50: 60, p99: 70, p999: 80, max: 90 }]]),
    postures: new Map([[0, [POSTURE]]]),
    firstCommandMs: 212.5,
    error: "Lost connection to robot 'a': no new state for 100 ms",
  });
}

Deno.test("manager report: every counter and every histogram stands where docs/report.md says", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(report())), {
    role: "manager",
    version: VERSION,
    duration_s: 8.000001,
    real_time_factor: null,
    period_s: 0.001,
    policy: SCHEDULING,
    cycles: 7995,
    missed_cycles: 5,
    wakeup_late_us: figures(10),
    cycle_us: figures(20),
    heap: HEAP,
    controller: { name: "hold", runs: 1600, run_us: figures(30) },
    robots: {
      a: {
        states_received: 8000,
        states_refused: 10,
        commands_sent: 1_234_567,
        state_age_us: figures(40),
        round_trip_us: null,
        lost: "no new state for 100 ms",
        dropped: false,
        postures: [POSTURE],
      },
      b: {
        states_received: 8001,
        states_refused: 11,
        commands_sent: 1_234_568,
        state_age_us: figures(41),
        round_trip_us: { count: 5, p50: 60, p99: 70, p999: 80, max: 90 },
        lost: null,
        dropped: true,
        postures: [],
      },
    },
    start_to_first_command_ms: 212.5,
    error: "Lost connection to robot 'a': no new state for 100 ms",
  });
});

Deno.test("summary of the demo: in lock step, how much quicker than the wall clock time passed", () => {
  const text = demoSummary({ ...report(), real_time_factor: 16 }, "a", undefined).join("\n");
  assert.match(text, /lock step +in 0\.50 s of the wall clock: real-time factor 16\.0/);
  assert.match(text, /tick takes +20\.0 µs median/);
  assert.doesNotMatch(text, /wake-up late|scheduling|age of a state/);
});

Deno.test("manager block: no value of a robot lies on another's, whatever their number", () => {
  const perRobot = [B.STATES, B.REFUSED, B.COMMANDS, B.INITIALIZED, B.NO_COMMAND];
  assert.equal(new Set(perRobot).size, perRobot.length);
  assert.ok(Math.max(...perRobot) < B.ROBOT_VALUES);
  assert.ok(Math.max(B.CYCLES, B.MISSED, B.RUNS, B.FIRST_COMMAND, B.ALL_INITIALIZED) < B.VALUES);
  assert.ok(B.STOP < B.PEERS && Math.max(B.H_LATE, B.H_CYCLE, B.H_RUN) < B.H_AGE);
  for (const robots of [1, 2, 32]) {
    const shape = managerBlockShape(robots);
    assert.deepEqual(shape, {
      flags: B.PEERS + robots,
      values: B.VALUES + robots * B.ROBOT_VALUES,
      histograms: B.H_AGE + robots,
    });
  }
});

Deno.test("summary of the demo: every figure, in its unit", () => {
  const text = demoSummary(report(), "a", { cycles: 8100, missed_cycles: 4, round_trip_us: figures(1066) }).join("\n");
  for (
    const part of [
      /manager's loop +7995 cycles in 8\.00 s, 5 missed \(0\.06 %\)/,
      /wake-up late +10\.0 µs median, 10\.0 µs p99, 10\.0 µs p99\.9, 10 µs max/,
      /tick takes +20\.0 µs median/,
      /scheduling +SCHED_DEADLINE/,
      /heap +640 bytes more, 2 small and 0 full collections/,
      /robot's loop +8100 cycles, 4 missed/,
      /round trip +1066\.0 µs median/,
      /age of a state when used +40\.0 µs median/,
      /8000 received, 1234567 sent, 10 refused, lost: no new state for 100 ms/,
      /start to first command +21[23] ms/,
      /posture at 1\.5 s +tracking error 2\.100 mrad \(slide\)/,
    ]
  ) assert.match(text, part);
});

Deno.test("summary of the demo: what was not measured is left out", () => {
  const made = { ...report(), cycles: 0, missed_cycles: 0, start_to_first_command_ms: null };
  const text = demoSummary(made, "b", undefined).join("\n");
  assert.match(text, /0 cycles in .*0 missed \(0\.00 %\)/);
  assert.doesNotMatch(text, /robot's loop|round trip|first command|posture/);
  assert.match(text, /lost: no/);
});

Deno.test("live table: joints of every robot with unit, loop and link; what a robot does not tell is a dash", () => {
  const live = [Float64Array.of(0.5, 0.25, 1.5, -2, NaN, NaN, 0.6, 0.7), new Float64Array(8).fill(NaN)];
  const view = { config: CONFIG, block: block(), live, scheduling: SCHEDULING, timeS: 3.14 };
  const lines = liveTable(view, "title");
  assert.match(lines[0], /^title +3\.1 s$/);
  const row = (name: string) => lines.filter((line) => line.startsWith(name)).map((line) => line.split(/\s+/));
  assert.deepEqual(row("pan")[0], ["pan", "0.5000", "0.6000", "1.5000", "–", "rad,", "rad/s,", "Nm"]);
  assert.deepEqual(row("slide")[0], ["slide", "0.2500", "0.7000", "-2.0000", "–", "m,", "m/s,", "N"]);
  assert.deepEqual(row("pan")[1].slice(1, 5), ["–", "–", "–", "–"]);
  const text = lines.join("\n");
  for (
    const part of [
      /link shm +states 8,000 +commands 1,234,567 +state age 40\.0 µs median, 40\.0 µs p99/,
      /link shm +states 8,001 +commands 1,234,568/,
      /loop 1000 Hz, SCHED_DEADLINE +cycles 7,995 +missed 5/,
      /wake-up late +10\.0 µs median, 10\.0 µs p99, 10\.0 µs p99\.9, 10\.0 µs max/,
      /tick takes +20\.0 µs median/,
    ]
  ) assert.match(text, part);
  // The columns of all rows stand below one another.
  const units = lines.filter((line) => /^(pan|slide)/.test(line)).map((line) => line.search(/(rad|m), /));
  assert.deepEqual(units, Array(4).fill(units[0]));
});
