import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { type RunningRouter, startRouter } from "../comm/zenoh/start_router.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { LinkRoundTrips } from "./link_round_trips.ts";
import { LinkWay } from "./link_way.ts";
import { median } from "./median.ts";
import { ZenohLinkConfig } from "./zenoh_link_config.ts";
import { type PythonAnswering, ZenohPythonLink } from "./zenoh_python_link.ts";

const ROUNDS = 15;
const TRIPS = 2000;
const PACED_TRIPS = 500;
const PERIOD_NS = 1_000_000;
const WARM_UP_TRIPS = 5000;
/** Peer to peer: the most that p99.9 may be [ns]; p50 and p99 are compared with Python. */
const MOST_NS = 500_000;

/** Of one run, round trips that may be lost: on a busy computer the threads of the network are kept from running for long, and messages are dropped. */
const MOST_LOST = 5;
const THREADED = "Python, answering in a thread that waits";
const CALLED = "Python, answering in its callback";

/** What is open, to be closed in the opposite order. */
type Closable = { close(): Promise<void> };

/**
 * Round trips over Zenoh, all of them by TCP on this computer: native sessions peer to peer, native sessions through a router, sessions of the remote API
 * (zenoh-ts) through the same router; and Python's own, peer to peer. Without the native library there is one row that says so.
 * Errors: `RunFailure`, `TransportError`, `ConfigError`.
 */
export async function zenohLinkRows(progress: BenchProgress): Promise<BenchRow[]> {
  const library = nativeLibraryState();
  if (!library.available) {
    const note = `the native Zenoh library cannot be used (${library.reason})`;
    return [{ bench: "link", name: "zenoh", unit: "us", value: NaN, note }];
  }
  const folder = await Deno.makeTempDir({ prefix: "uri-bench-" });
  const opened: Closable[] = [];
  const keep = <T extends Closable>(each: T): T => {
    opened.push(each);
    return each;
  };
  const hold = holdCpuLatency();
  try {
    return await measure(new ZenohLinkConfig(folder), keep, progress, hold.held ? "" : hold.reason);
  } finally {
    hold.release();
    for (const each of opened.reverse()) await each.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function measure(
  configs: ZenohLinkConfig,
  keep: <T extends Closable>(each: T) => T,
  progress: BenchProgress,
  remark: string,
): Promise<BenchRow[]> {
  progress("opening sessions");
  const direct = keep(await openDirect(configs, true));
  const plain = keep(await openDirect(configs, false));
  const router = keep(await openRouter());
  const routed = keep(await openRouted(configs, router.locators[0]));
  const remote = keep(await openRemote(router.remoteApi!));
  const links = [direct, plain, routed, remote];
  for (const link of links) await link.run(WARM_UP_TRIPS);
  const { stateBytes, commandBytes } = direct;
  const fifo = direct.policy === "SCHED_FIFO";
  const policy = fifo ? "SCHED_FIFO 80" : direct.policy;
  const python = async (answering: PythonAnswering, realtime: boolean) => {
    const link = await ZenohPythonLink.open({ answering, fifo: realtime && fifo, stateBytes, commandBytes });
    return typeof link === "string" ? link : keep(link);
  };
  const threaded = await python("thread", true);
  const plainThreaded = await python("thread", false);
  const called = await python("callback", true);
  const peer = (link: ZenohPythonLink | string, name: string, trips = TRIPS, periodNs = 0) =>
    typeof link === "string" ? undefined : new LinkWay(name, () => link.run(trips, periodNs));
  const ways = {
    own: LinkWay.over(direct, `zenoh, peer to peer, ${policy}`, TRIPS),
    threaded: peer(threaded, THREADED),
    called: peer(called, CALLED),
    plain: LinkWay.over(plain, "zenoh, peer to peer, SCHED_OTHER", TRIPS),
    plainThreaded: peer(plainThreaded, THREADED),
    paced: LinkWay.over(direct, `zenoh, peer to peer, ${policy}, one every ms`, PACED_TRIPS, PERIOD_NS),
    pacedThreaded: peer(threaded, THREADED, PACED_TRIPS, PERIOD_NS),
    routed: LinkWay.over(routed, `zenoh via router, ${policy}`, TRIPS),
    remote: LinkWay.over(remote, `zenoh-ts via router, ${policy}`, TRIPS),
  };
  await LinkWay.inTurns(Object.values(ways).filter((way) => way !== undefined), ROUNDS, progress);
  const calls: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    progress(`publishing, round ${round + 1} of ${ROUNDS}`);
    const { p50, p99 } = await direct.publish(PACED_TRIPS, PERIOD_NS);
    calls.push([p50, p99]);
  }
  const none = typeof threaded === "string" ? threaded : "";
  const lost = links.reduce((sum, link) => sum + link.lost, 0);
  const notes = [
    `${stateBytes} bytes there, ${commandBytes} bytes back, TCP on 127.0.0.1, express, real-time priority, dropped under congestion on both sides`,
    remark,
    lost === 0 ? "" : `${lost} round trips were lost`,
  ];
  const note = notes.filter((each) => each !== "").join("; ");
  return [
    ...ways.own.rows(ways.threaded, none, note, { mostRatio: [1, 1], mostNs: [undefined, undefined, MOST_NS] }),
    ...ways.own.rows(ways.called, none, "Python changes threads once less so than a control loop can"),
    ...ways.plain.rows(ways.plainThreaded, none, ""),
    ...ways.paced.rows(ways.pacedThreaded, none, ""),
    ...ways.routed.rows(undefined, "", "the router is in the process that sends the States, as a manager's"),
    ...ways.remote.rows(undefined, "", "the same router, over its WebSocket"),
    ...["p50", "p99"].map((quantile, i): BenchRow => ({
      bench: "link",
      name: `zenoh, call of publish in the control worker, one every ms, ${quantile}`,
      unit: "us",
      value: median(calls.map((call) => call[i])) / 1000,
    })),
  ];
}

/** Two native sessions that reach each other. */
async function openDirect(configs: ZenohLinkConfig, realtime: boolean): Promise<LinkRoundTrips> {
  const endpoint = ZenohLinkConfig.freeEndpoint();
  return await LinkRoundTrips.open({
    label: `direct-${realtime ? "fifo" : "normal"}`,
    network: { protocol: "zenoh", configuration: await configs.write("peer", "connect", endpoint) },
    peerNetwork: { protocol: "zenoh", configuration: await configs.write("peer", "listen", endpoint) },
    waiting: "wake",
    realtime,
    mostLost: MOST_LOST,
  });
}

/** A router with the remote API, in this process, where nobody else finds it. */
async function openRouter(): Promise<RunningRouter> {
  const config = {
    mode: "router",
    listen: { endpoints: [ZenohLinkConfig.freeEndpoint()] },
    scouting: { multicast: { enabled: false }, gossip: { enabled: false } },
    transport: { link: { tx: { queue: { size: { real_time: 16 } } } } },
    plugins: { remote_api: { websocket_port: ZenohLinkConfig.freeEndpoint().slice("tcp/".length) } },
  };
  return await startRouter(JSON.stringify(config), "uri bench");
}

/** Two native sessions that reach a router alone. */
async function openRouted(configs: ZenohLinkConfig, endpoint: string): Promise<LinkRoundTrips> {
  const network = { protocol: "zenoh", configuration: await configs.write("client", "connect", endpoint) };
  return await LinkRoundTrips.open({ label: "routed", network, waiting: "wake", realtime: true, mostLost: MOST_LOST });
}

/** Two sessions of the remote API. */
function openRemote(url: string): Promise<LinkRoundTrips> {
  const network = { protocol: "zenoh", remote_api: url };
  return LinkRoundTrips.open({ label: "remote", network, waiting: "wake", realtime: true, mostLost: MOST_LOST });
}
