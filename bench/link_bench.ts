import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { LinkRoundTrips } from "./link_round_trips.ts";
import { median } from "./median.ts";
import { NativeProgram } from "./native_program.ts";

const ROUNDS = 15;
const TRIPS = 5000;
const PACED_TRIPS = 500;
const PERIOD_NS = 1_000_000;
/** Largest round trip with waking [ns]. */
const TARGET_NS = 20_000;
const WARM_UP_TRIPS = 20_000;
const QUANTILES = ["p50", "p99", "p99.9"] as const;

/** One way to make round trips: its name, and the three figures [ns] a round. */
interface Way {
  readonly name: string;
  readonly rounds: number[][];
  run(): Promise<number[]>;
}

/**
 * Round trips over `shm`: a State of six joints encoded here, decoded in another process, a Command encoded there and decoded here. Beside it
 * the same bytes over the same kind of memory in C++, without a codec, and over a Unix socket. All take short turns in changing order; figures
 * are medians of the rounds. Errors: `RunFailure`, `TransportError`.
 */
export async function linkBench(progress: BenchProgress): Promise<BenchRow[]> {
  const native = await NativeProgram.compile("link_native");
  const links: LinkRoundTrips[] = [];
  let hold = holdCpuLatency();
  try {
    const waking = await LinkRoundTrips.open("wake", true);
    const normal = await LinkRoundTrips.open("wake", false);
    links.push(waking, normal);
    for (const link of links) await link.run(WARM_UP_TRIPS);
    const fifo = waking.policy === "SCHED_FIFO";
    const policy = fifo ? "SCHED_FIFO 80" : waking.policy;
    const own = way(`round trip, waking, ${policy}`, () => waking.run(TRIPS));
    const plain = way("round trip, waking, SCHED_OTHER", () => normal.run(TRIPS));
    const paced = way(`round trip, waking, ${policy}, one every ms`, () => waking.run(PACED_TRIPS, PERIOD_NS));
    const asleep = way(`round trip, waking, ${policy}, /dev/cpu_dma_latency not held`, async () => {
      hold.release();
      const figures = await waking.run(TRIPS);
      hold = holdCpuLatency();
      return figures;
    });
    const [futex, socket, plainFutex, poll] = typeof native === "string" ? [] : [
      peer(native, "C++, mailbox and futex", "futex", fifo, waking),
      peer(native, "C++, Unix datagram sockets", "socket", fifo, waking),
      peer(native, "C++, mailbox and futex", "futex", false, waking),
      peer(native, "C++, mailbox, busy waiting", "poll", false, waking),
    ];
    await inTurns(
      [own, plain, paced, asleep, futex, socket, plainFutex].filter((each) => each !== undefined),
      progress,
    );
    const polled = await measurePolling(links, poll, progress);
    const missing = typeof native === "string" ? native : "";
    const note = hold.held ? "/dev/cpu_dma_latency held" : hold.reason;
    return [
      ...rows(
        own,
        futex,
        missing,
        `${note}; ${waking.stateBytes} bytes there, ${waking.commandBytes} bytes back`,
        true,
      ),
      ...rows(own, socket, missing, note),
      ...rows(plain, plainFutex, missing, note),
      ...rows(paced, undefined, "", note),
      ...rows(asleep, undefined, "", ""),
      ...rows(
        polled,
        poll,
        missing,
        "the product's loops do not wait for messages at all: each takes the latest at its own period",
      ),
    ];
  } finally {
    hold.release();
    for (const link of links.splice(0)) await link.close();
    if (typeof native !== "string") await native.remove();
  }
}

/** Busy waiting takes two processors for itself, so it is measured when nothing else runs. */
async function measurePolling(links: LinkRoundTrips[], peer: Way | undefined, progress: BenchProgress): Promise<Way> {
  for (const link of links.splice(0)) await link.close();
  const polling = await LinkRoundTrips.open("poll", false);
  links.push(polling);
  await polling.run(WARM_UP_TRIPS);
  const own = way("round trip, busy waiting, SCHED_OTHER", () => polling.run(TRIPS));
  if (peer === undefined) {
    await inTurns([own], progress);
    return own;
  }
  // The other process looks for messages all the time, also in the peer's turn: one after the other, then.
  await inTurns([own], progress);
  for (const link of links.splice(0)) await link.close();
  await inTurns([peer], progress);
  return own;
}

async function inTurns(ways: readonly Way[], progress: BenchProgress): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    progress(`round ${round + 1} of ${ROUNDS}`);
    for (let i = 0; i < ways.length; i++) {
      const each = ways[(round + i) % ways.length];
      each.rounds.push(await each.run());
    }
  }
}

function way(name: string, run: () => Promise<{ p50: number; p99: number; p999: number }>): Way {
  const figures = async () => {
    const { p50, p99, p999 } = await run();
    return [p50, p99, p999];
  };
  return { name, rounds: [], run: figures };
}

function peer(native: NativeProgram, name: string, kind: string, fifo: boolean, link: LinkRoundTrips): Way {
  const { stateBytes, commandBytes } = link;
  return { name, rounds: [], run: () => native.run(kind, fifo ? "fifo" : "normal", TRIPS, stateBytes, commandBytes) };
}

function rows(own: Way, peer: Way | undefined, missing: string, note: string, judged = false): BenchRow[] {
  return QUANTILES.map((quantile, i) => {
    const value = median(own.rounds.map((round) => round[i]));
    const row: BenchRow = { bench: "link", name: `${own.name}, ${quantile}`, unit: "us", value: value / 1000 };
    const notes = missing === "" ? [note] : [note, `no peer: ${missing}`];
    if (notes.join("") !== "") row.note = notes.filter((each) => each !== "").join("; ");
    if (peer !== undefined) {
      const peerValue = median(peer.rounds.map((round) => round[i]));
      Object.assign(row, { peer: peer.name, peerValue: peerValue / 1000, ratio: value / peerValue });
    }
    if (judged && i === 0) Object.assign(row, { target: `at most ${TARGET_NS / 1000} us`, pass: value <= TARGET_NS });
    return row;
  });
}
