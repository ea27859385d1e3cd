import type { HistogramSummary } from "../core/histogram.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import { LoopRunner } from "./loop_runner.ts";
import { median } from "./median.ts";
import { runCyclictest } from "./run_cyclictest.ts";

const PERIOD_NS = 1_000_000;
const TICKS = 2000;
const ROUNDS = 15;
const QUANTILES = ["p50", "p99", "p999"] as const;
const NAMES = { p50: "p50", p99: "p99", p999: "p99.9" } as const;
/** Largest ratio of a target. */
const TARGETS = { p50: 1.1, p99: undefined, p999: 1.5 } as const;

/** One way to run, with a summary a round; the reason when it cannot be had. */
interface Way {
  run(): Promise<HistogramSummary | string>;
  readonly rounds: HistogramSummary[];
  missing: string;
}

/**
 * How late the control loop wakes up at 1 kHz, against cyclictest under the same policy (SCHED_FIFO, priority 80; the normal one without the
 * right to it). Both keep the processors from deep sleep. They take short turns in changing order, so that a disturbance of the computer
 * meets all of them; figures are medians of the rounds. Errors: `RunFailure`.
 */
export async function loopBench(progress: BenchProgress): Promise<BenchRow[]> {
  const plain = new LoopRunner("fifo", PERIOD_NS);
  const reserved = new LoopRunner("deadline", PERIOD_NS);
  try {
    const { obtained } = await plain.run(100);
    const deadline = (await reserved.run(100)).obtained === "SCHED_DEADLINE";
    let note = "";
    const own = way(async () => {
      const hold = holdCpuLatency();
      note = hold.held ? "both hold /dev/cpu_dma_latency" : `ours does not hold ${hold.reason}`;
      const { late } = await plain.run(TICKS);
      hold.release();
      return late;
    });
    const peer = way(() => runCyclictest(obtained === "SCHED_FIFO", PERIOD_NS, TICKS));
    const notHeld = way(async () => (await plain.run(TICKS)).late);
    const byDeadline = way(async () => (await reserved.run(TICKS)).late);
    if (!deadline) {
      byDeadline.missing =
        "the kernel refused SCHED_DEADLINE: no right to it, or other programs have reserved the processors";
    }
    for (let round = 0; round < ROUNDS; round++) {
      progress(`round ${round + 1} of ${ROUNDS}`);
      const ways = [own, peer, notHeld, byDeadline];
      for (let i = 0; i < ways.length; i++) await once(ways[(round + i) % ways.length]);
    }
    const policy = obtained === "SCHED_FIFO" ? "SCHED_FIFO 80" : obtained;
    return [
      ...QUANTILES.map((quantile) => compared(quantile, policy, own, peer, note)),
      ...alone(`${policy}, /dev/cpu_dma_latency not held`, notHeld),
      ...alone("SCHED_DEADLINE, /dev/cpu_dma_latency not held", byDeadline),
    ];
  } finally {
    plain.stop();
    reserved.stop();
  }
}

function way(run: () => Promise<HistogramSummary | string>): Way {
  return { run, rounds: [], missing: "" };
}

async function once(way: Way): Promise<void> {
  if (way.missing !== "") return;
  const figures = await way.run();
  if (typeof figures === "string") way.missing = figures;
  else way.rounds.push(figures);
}

function compared(quantile: typeof QUANTILES[number], policy: string, own: Way, peer: Way, note: string): BenchRow {
  const value = median(own.rounds.map((round) => round[quantile]));
  const name = `wake-up lateness ${NAMES[quantile]}, ${policy}`;
  const base = { bench: "loop", name, unit: "us", value: value / 1000 } as const;
  const most = TARGETS[quantile];
  const target = most === undefined ? undefined : `at most ${most}x cyclictest`;
  if (peer.missing !== "") return { ...base, target, note: `no peer: ${peer.missing}` };
  const peerValue = median(peer.rounds.map((round) => round[quantile]));
  const ratio = value / peerValue;
  const pass = most === undefined ? undefined : ratio <= most;
  const byRound = own.rounds.map((round, i) => round[quantile] / peer.rounds[i][quantile]);
  return {
    ...base,
    peer: "cyclictest",
    peerValue: peerValue / 1000,
    ratio,
    target,
    pass,
    note: `${note}; median of the ratios of ${ROUNDS} rounds ${median(byRound).toFixed(2)}, ` +
      `from ${Math.min(...byRound).toFixed(2)} to ${Math.max(...byRound).toFixed(2)}`,
  };
}

function alone(name: string, { rounds, missing }: Way): BenchRow[] {
  if (missing !== "") {
    return [{ bench: "loop", name: `wake-up lateness, ${name}`, unit: "us", value: NaN, note: missing }];
  }
  return QUANTILES.map((quantile) => ({
    bench: "loop",
    name: `wake-up lateness ${NAMES[quantile]}, ${name}`,
    unit: "us",
    value: median(rounds.map((round) => round[quantile])) / 1000,
  }));
}
