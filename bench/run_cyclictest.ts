import type { HistogramSummary } from "../core/histogram.ts";
import { commandOutput } from "./command_output.ts";
import { parseCyclictest } from "./parse_cyclictest.ts";

/** Largest time that its histogram has a bucket for [ns]: as much as cyclictest allows. */
const LONGEST_NS = 1_000_000;

/** Priority of our loops under SCHED_FIFO. */
const PRIORITY = 80;

/**
 * Debian's cyclictest (package rt-tests): one thread, absolute deadlines of CLOCK_MONOTONIC, memory locked, times in nanoseconds. It keeps
 * the processor from deep sleep while it runs (/dev/cpu_dma_latency), as it always does. Resolves to the reason when it cannot be had.
 */
export async function runCyclictest(
  fifo: boolean,
  periodNs: number,
  ticks: number,
): Promise<HistogramSummary | string> {
  const args = ["-m", "-t1", "-q", "-N", `-i${periodNs / 1000}`, `-l${ticks}`, `-h${LONGEST_NS}`];
  const text = await commandOutput("cyclictest", fifo ? [...args, `-p${PRIORITY}`] : args);
  if (text === undefined) {
    return "cyclictest is not installed, or may not run; install it (Debian: apt install rt-tests)";
  }
  return parseCyclictest(text, LONGEST_NS);
}
