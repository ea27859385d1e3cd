import { ExitCode } from "../core/exit_code.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { describeMachine } from "./describe_machine.ts";
import { formatRow } from "./format_row.ts";

/** What `uri bench` is asked for. */
export interface BenchOptions {
  /** Names of the benchmarks, in this order. */
  readonly benches: readonly string[];
  /** One JSON document at the end, instead of text meanwhile. */
  readonly json: boolean;
}

/** Back to the start of the line, which is cleared. */
const CLEAR = "\r\x1b[K";

/** The benchmarks by name, each loaded when it is asked for. */
const BENCHES: Readonly<Record<string, (progress: BenchProgress) => Promise<BenchRow[]>>> = {
  loop: async (progress) => (await import("./loop_bench.ts")).loopBench(progress),
  link: async (progress) => (await import("./link_bench.ts")).linkBench(progress),
  codec: async () => (await import("./codec_bench.ts")).codecBench(),
  sim: async (progress) => (await import("./sim_bench.ts")).simBench(progress),
  robots: async (progress) => (await import("./robots_bench.ts")).robotsBench(progress),
  plugins: async (progress) => (await import("./plugins_bench.ts")).pluginsBench(progress),
  view: async (progress) => (await import("./view_bench.ts")).viewBench(progress),
};

/**
 * `uri bench`: measures, and tells by `write` each figure, its peer, and for each target `PASS` or `MISS`. Resolves to the exit code: 0 when
 * everything was measured, whatever the verdicts; 1 when a benchmark could not run, which is told in its place.
 */
export async function runBench(options: BenchOptions, write: (text: string) => void): Promise<number> {
  const { benches, json } = options;
  const say = json ? () => {} : write;
  // On a terminal, progress is one line that changes; elsewhere it is left out.
  const terminal = !json && Deno.stdout.isTerminal();
  const machine = describeMachine();
  const rows: BenchRow[] = [];
  const failures: Record<string, string> = {};
  say(
    `uri ${machine.version} (${machine.started}), ${machine.date}\n${machine.processors} x ${machine.processor}` +
      `${machine.virtual ? " (virtual machine)" : ""}, kernel ${machine.kernel}, load ${machine.load}\n`,
  );
  for (const bench of benches) {
    say(`\n${bench}\n`);
    try {
      const measured = await BENCHES[bench](terminal ? (text) => say(`${CLEAR}  ${text}…`) : () => {});
      rows.push(...measured);
      say((terminal ? CLEAR : "") + measured.map(formatRow).join(""));
    } catch (error) {
      failures[bench] = error instanceof Error ? error.message : String(error);
      say(`${terminal ? CLEAR : ""}FAILED  ${failures[bench]}\n`);
    }
  }
  const judged = rows.filter(({ pass }) => pass !== undefined);
  const missed = judged.filter(({ pass }) => !pass);
  say(`\n${judged.length - missed.length} of ${judged.length} targets met\n`);
  for (const { bench, name } of missed) say(`MISS  ${bench}: ${name}\n`);
  if (json) write(`${JSON.stringify({ machine, rows, failures }, null, 2)}\n`);
  return Object.keys(failures).length === 0 ? ExitCode.Ok : ExitCode.Failure;
}
