import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { LinkRoundTrips } from "./link_round_trips.ts";
import { LinkWay } from "./link_way.ts";
import type { LinkWaiting } from "./link_worker_messages.ts";
import { NativeProgram } from "./native_program.ts";
import { zenohLinkRows } from "./zenoh_link_rows.ts";

const ROUNDS = 15;
const TRIPS = 5000;
const PACED_TRIPS = 500;
const PERIOD_NS = 1_000_000;
/** Largest round trip with waking [ns]. */
const TARGET_NS = 20_000;
const WARM_UP_TRIPS = 20_000;

/**
 * Round trips between two processes: a State of six joints encoded here, decoded there, a Command encoded there and decoded here. First over `shm`, with the
 * same bytes over the same kind of memory in C++, without a codec, and over a Unix socket beside it; then over Zenoh, see {@link zenohLinkRows}. All
 * take short turns in changing order; figures are medians of the rounds. Errors: `RunFailure`, `TransportError`.
 */
export async function linkBench(progress: BenchProgress): Promise<BenchRow[]> {
  const rows = await shmRows((text) => progress(`shm, ${text}`));
  return [...rows, ...await zenohLinkRows((text) => progress(`zenoh, ${text}`))];
}

async function shmRows(progress: BenchProgress): Promise<BenchRow[]> {
  const native = await NativeProgram.compile("link_native");
  const links: LinkRoundTrips[] = [];
  let hold = holdCpuLatency();
  try {
    const waking = await open("wake", true);
    const normal = await open("wake", false);
    links.push(waking, normal);
    for (const link of links) await link.run(WARM_UP_TRIPS);
    const fifo = waking.policy === "SCHED_FIFO";
    const policy = fifo ? "SCHED_FIFO 80" : waking.policy;
    const own = LinkWay.over(waking, `round trip, waking, ${policy}`, TRIPS);
    const plain = LinkWay.over(normal, "round trip, waking, SCHED_OTHER", TRIPS);
    const paced = LinkWay.over(waking, `round trip, waking, ${policy}, one every ms`, PACED_TRIPS, PERIOD_NS);
    const asleep = new LinkWay(`round trip, waking, ${policy}, /dev/cpu_dma_latency not held`, async () => {
      hold.release();
      const { p50, p99, p999 } = await waking.run(TRIPS);
      hold = holdCpuLatency();
      return [p50, p99, p999];
    });
    const [futex, socket, plainFutex, poll] = typeof native === "string" ? [] : [
      peer(native, "C++, mailbox and futex", "futex", fifo, waking),
      peer(native, "C++, Unix datagram sockets", "socket", fifo, waking),
      peer(native, "C++, mailbox and futex", "futex", false, waking),
      peer(native, "C++, mailbox, busy waiting", "poll", false, waking),
    ];
    const ways = [own, plain, paced, asleep, futex, socket, plainFutex].filter((each) => each !== undefined);
    await LinkWay.inTurns(ways, ROUNDS, progress);
    const polled = await measurePolling(links, poll, progress);
    const missing = typeof native === "string" ? native : "";
    const note = hold.held ? "/dev/cpu_dma_latency held" : hold.reason;
    const sizes = `${waking.stateBytes} bytes there, ${waking.commandBytes} bytes back`;
    return [
      ...own.rows(futex, missing, `${note}; ${sizes}`, { mostNs: [TARGET_NS] }),
      ...own.rows(socket, missing, note),
      ...plain.rows(plainFutex, missing, note),
      ...paced.rows(undefined, "", note),
      ...asleep.rows(undefined, "", ""),
      ...polled.rows(
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

function open(waiting: LinkWaiting, realtime: boolean): Promise<LinkRoundTrips> {
  const label = `${waiting}-${realtime ? "fifo" : "normal"}`;
  return LinkRoundTrips.open({ label, network: { protocol: "shm" }, waiting, realtime });
}

/** Busy waiting takes two processors for itself, so it is measured when nothing else runs. */
async function measurePolling(
  links: LinkRoundTrips[],
  peer: LinkWay | undefined,
  progress: BenchProgress,
): Promise<LinkWay> {
  for (const link of links.splice(0)) await link.close();
  const polling = await open("poll", false);
  links.push(polling);
  await polling.run(WARM_UP_TRIPS);
  const own = LinkWay.over(polling, "round trip, busy waiting, SCHED_OTHER", TRIPS);
  await LinkWay.inTurns([own], ROUNDS, progress);
  if (peer === undefined) return own;
  // The other process looks for messages all the time, also in the peer's turn: one after the other, then.
  for (const link of links.splice(0)) await link.close();
  await LinkWay.inTurns([peer], ROUNDS, progress);
  return own;
}

function peer(native: NativeProgram, name: string, kind: string, fifo: boolean, link: LinkRoundTrips): LinkWay {
  const { stateBytes, commandBytes } = link;
  const args = [kind, fifo ? "fifo" : "normal", TRIPS, stateBytes, commandBytes];
  return new LinkWay(name, () => native.run(...args));
}
