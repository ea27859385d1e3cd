import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { fitLine } from "./fit_line.ts";
import { managerRun, type ManagerRunResult } from "./manager_run.ts";
import { median } from "./median.ts";
import { PeerProcess } from "./peer_process.ts";
import { protocolRows } from "./protocol_rows.ts";
import { robotsConfig } from "./robots_config.ts";
import { singleRobotRows } from "./single_robot_rows.ts";

const COUNTS = [1, 8, 16, 32];
const MOST = 32;
const ROUNDS = 3;
const SECONDS = 9;
/** The heap is then watched over ten thousand cycles, so that nothing is extrapolated. */
const SECONDS_OF_MOST = 13;
/** Ticks before the heap is watched. */
const SETTLED = 3000;
const MEGABYTE = 1e6;

/** Largest share of missed cycles [%], memory [MB], heap growth in 10,000 cycles [kB]. */
const TARGETS = { missed: 0.1, memory: 120, heap: 16 };

/**
 * Many robots in one manager: 1, 8, 16 and 32 robots of six joints at 1 kHz, whose States one other process makes; then the time to the first
 * command and the memory of a manager and an interface with the built-in drivers. All of them real processes, over `shm`; the last rows over Zenoh. Figures are medians of
 * the rounds. Errors: `RunFailure`, `TransportError`.
 */
export async function robotsBench(progress: BenchProgress): Promise<BenchRow[]> {
  const folder = await Deno.makeTempDir({ prefix: "uri-bench-" });
  try {
    const names = Array.from({ length: MOST }, (_, i) => `bench_${Deno.pid}_${i + 1}`);
    const peer = await PeerProcess.start(["bench-peer", "robots", ...names]);
    const runs = new Map<number, ManagerRunResult[]>(COUNTS.map((count) => [count, []]));
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (const count of COUNTS) {
          progress(`round ${round + 1} of ${ROUNDS}, ${count} robots`);
          const yaml = robotsConfig({ names: names.slice(0, count), driver: "RobotDriverMock" });
          runs.get(count)!.push(await managerRun(folder, yaml, count === MOST ? SECONDS_OF_MOST : SECONDS));
        }
      }
    } finally {
      await peer.stop();
    }
    return [...scaleRows(runs), ...await singleRobotRows(folder, progress), ...await protocolRows(folder, progress)];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function scaleRows(runs: ReadonlyMap<number, ManagerRunResult[]>): BenchRow[] {
  const most = runs.get(MOST)!;
  const of = (list: readonly ManagerRunResult[], figure: (run: ManagerRunResult) => number) => median(list.map(figure));
  const missed = of(most, ({ report }) => 100 * report.missed_cycles / (report.cycles + report.missed_cycles));
  const memory = of(most, ({ memory }) => memory.resident) / MEGABYTE;
  const growth = of(most, ({ report }) => report.heap.growth_bytes / (report.cycles - SETTLED) * 10);
  const collections = most.reduce((sum, { report }) => sum + report.heap.major_gcs, 0);
  const base = { bench: "robots" } as const;
  const rows: BenchRow[] = [{
    ...base,
    name: `missed cycles, ${MOST} robots`,
    unit: "%",
    value: missed,
    target: `less than ${TARGETS.missed} %`,
    pass: missed < TARGETS.missed,
    note: `${most[0].report.policy.obtained}; rounds: ${
      most.map(({ report }) => `${report.missed_cycles} of ${report.cycles + report.missed_cycles}`).join(", ")
    }`,
  }];
  const points: [number, number][] = [];
  for (const [count, list] of runs) {
    const p50 = of(list, ({ report }) => report.cycle_us.p50);
    points.push([count, p50]);
    const p99 = of(list, ({ report }) => report.cycle_us.p99), p999 = of(list, ({ report }) => report.cycle_us.p999);
    const note = `p99 ${p99.toFixed(1)} µs, p99.9 ${p999.toFixed(1)} µs`;
    rows.push({
      ...base,
      name: `time of a cycle p50, ${count} robot${count === 1 ? "" : "s"}`,
      unit: "us",
      value: p50,
      note,
    });
  }
  rows.push(linearRow(points), {
    ...base,
    name: `heap growth in 10,000 cycles, ${MOST} robots`,
    unit: "kB",
    value: growth,
    target: `at most ${TARGETS.heap} kB, and no major collection`,
    pass: growth <= TARGETS.heap && collections === 0,
    note: `${collections} major collections in ${ROUNDS} runs; growth of the rounds: ${
      most.map(({ report }) => `${(report.heap.growth_bytes / 1000).toFixed(1)} kB`).join(", ")
    }`,
  }, {
    ...base,
    name: `resident memory of the manager, ${MOST} robots`,
    unit: "MB",
    value: memory,
    target: `at most ${TARGETS.memory} MB`,
    pass: memory <= TARGETS.memory,
    note: memoryNote(most),
  });
  return rows;
}

/** Linear: a robot among many costs no more than a robot among few, by a fifth at most. */
function linearRow(points: readonly [number, number][]): BenchRow {
  const { offset, slope, r2 } = fitLine(points);
  const [first, second, , last] = points;
  const few = (second[1] - first[1]) / (second[0] - first[0]);
  const many = (last[1] - second[1]) / (last[0] - second[0]);
  return {
    bench: "robots",
    name: "cost of one more robot",
    unit: "us",
    value: slope,
    ratio: many / few,
    target: "linear: from 8 to 32 robots one more costs at most 1.2x what it costs from 1 to 8",
    pass: many <= 1.2 * few,
    note: `line through the medians: ${offset.toFixed(1)} µs + ${slope.toFixed(2)} µs a robot, R² ${r2.toFixed(4)}; ` +
      `${few.toFixed(2)} µs from 1 to 8, ${many.toFixed(2)} µs from 8 to 32`,
  };
}

function memoryNote(runs: readonly ManagerRunResult[]): string {
  const of = (key: "file" | "shared" | "peak") => (median(runs.map(({ memory }) => memory[key])) / MEGABYTE).toFixed(1);
  return `of it ${of("file")} MB of the program's file, ${of("shared")} MB of shared memory; peak ${of("peak")} MB`;
}
