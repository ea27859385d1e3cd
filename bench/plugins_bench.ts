import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { median } from "./median.ts";
import { PluginsPeer } from "./plugins_peer.ts";
import { PluginsLoop } from "./plugins_loop.ts";

const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
const CYCLES = 20_000;
const TARGET_NS = 3000;
const BASE = { bench: "plugins", unit: "ns" } as const;

/** Nanoseconds a cycle, one figure a round. */
interface Times {
  readonly calls: number[];
  readonly cycle: number[];
  readonly nativeCalls: number[];
  readonly nativeCycle: number[];
}

/**
 * Measures one cycle of an interface with a native driver of six joints against the same loop in C++ with the same library: the calls of the driver
 * alone, and everything from `sync()` to `servoJ`. In one run, in turn. Rejects with a `RunFailure` when the library cannot be made.
 */
export async function pluginsBench(progress: BenchProgress): Promise<BenchRow[]> {
  progress("compiling the driver");
  const peer = await PluginsPeer.compile();
  if (typeof peer === "string") {
    return [{ ...BASE, name: "cycle with a native driver", value: NaN, note: `not measured: ${peer}` }];
  }
  try {
    const loop = await PluginsLoop.create(peer.library);
    const times: Times = { calls: [], cycle: [], nativeCalls: [], nativeCycle: [] };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      if (round === 0) Object.values(times).forEach((list: number[]) => list.length = 0);
      progress(`round ${round + WARM_UP_ROUNDS + 1} of ${WARM_UP_ROUNDS + ROUNDS}`);
      times.calls.push(timed(() => loop.runCalls(CYCLES)));
      // What the manager does for a Command is not the interface's cost.
      const sending = timed(() => loop.send(CYCLES));
      times.cycle.push(timed(() => loop.runCycles(CYCLES)) - sending);
      const native = await peer.measure(3, CYCLES);
      times.nativeCalls.push(native.calls);
      times.nativeCycle.push(native.cycle);
    }
    const heap = loop.measureHeap();
    return [
      row("calls of a native driver: sync, state, servoJ; 6 joints", times.calls, times.nativeCalls, peer.compiler),
      row("whole cycle with it: State out, Command in, gate", times.cycle, times.nativeCycle, peer.compiler),
      {
        ...BASE,
        unit: "bytes",
        name: "heap growth in 10,000 cycles with it",
        value: heap,
        target: "none",
        pass: heap <= 1000,
        note: "up to 1000 bytes are of the measurement itself",
      },
    ];
  } finally {
    await peer.remove();
  }
}

function row(name: string, own: readonly number[], native: readonly number[], compiler: string): BenchRow {
  const value = median(own);
  const peerValue = median(native);
  return {
    ...BASE,
    name,
    value,
    peer: "the same loop in C++",
    peerValue,
    ratio: (value - peerValue) / 1000,
    target: "at most 3 µs more a cycle than C++",
    pass: value - peerValue <= TARGET_NS,
    note: `the ratio is the difference in µs; ${compiler}, -O3`,
  };
}

/** Nanoseconds that one cycle of `work` takes. */
function timed(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1e6 / CYCLES;
}
