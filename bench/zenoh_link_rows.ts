import { holdCpuLatency } from "../core/hold_cpu_latency.ts";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { type RunningRouter, startRouter } from "../comm/zenoh/start_router.ts";
import type { BenchProgress, BenchRow } from "./bench_row.ts";
import { LinkRoundTrips } from "./link_round_trips.ts";
import { LinkWay } from "./link_way.ts";
import { median } from "./median.ts";
import { ZenohLinkConfig } from "./zenoh_link_config.ts";
import { ZenohPythonLink } from "./zenoh_python_link.ts";

const ROUNDS = 15;
const TRIPS = 2000;
const PACED_TRIPS = 500;
const PERIOD_NS = 1_000_000;
const WARM_UP_TRIPS = 5000;
/** Peer to peer: the most that p99.9 may be [ns]; p50 and p99 are compared with Python. */
const MOST_NS = 500_000;

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
  const python = async (answering: "callback" | "thread", realtime: boolean) => {
    const link = await ZenohPythonLink.open({ answering, fifo: realtime && fifo, stateBytes, commandBytes });
    return typeof link === "string" ? link : keep(link);
  };
  const waiting = await python("thread", true), plainWaiting = await python("thread", false);
  const calling = await python("callback", true);
  const missing = typeof waiting === "string" ? waiting : "";
  const peer = (link: ZenohPythonLink | string, name: string, trips = TRIPS, periodNs = 0) =>
    typeof link === "string" ? undefined : new LinkWay(name, () => link.run(trips, periodNs));
  const ways = {
    own: LinkWay.over(direct, `zenoh, peer to peer, ${policy}`, TRIPS),
    plain: LinkWay.over(plain, "zenoh, peer to peer, SCHED_OTHER", TRIPS),
    paced: LinkWay.over(direct, `zenoh, peer to peer, ${policy}, one every ms`, PACED_TRIPS, PERIOD_NS),
    routed: LinkWay.over(routed, `zenoh via router, ${policy}`, TRIPS),
    remote: LinkWay.over(remote, `zenoh-ts via router, ${policy}`, TRIPS),
    waiting: peer(waiting, "Python, answering in a thread that waits"),
    calling: peer(calling, "Python, answering in its callback"),
    plainWaiting: peer(plainWaiting, "Python, answering in a thread that waits"),
    pacedWaiting: peer(waiting, "Python, answering in a thread that waits", PACED_TRIPS, PERIOD_NS),
  };
  await LinkWay.inTurns(Object.values(ways).filter((way) => way !== undefined), ROUNDS, progress);
  const sizes = `${stateBytes} bytes there, ${commandBytes} bytes back; TCP on 127.0.0.1`;
  const publishing: number[] = [];
  for (let round = 0; round < ROUNDS; round++) publishing.push((await plain.publish(PACED_TRIPS, PERIOD_NS)).p50);
  const note = remark === "" ? sizes : `${sizes}; ${remark}`;
  return [
    ...ways.own.rows(ways.waiting, missing, note, { mostRatio: [1, 1], mostNs: [undefined, undefined, MOST_NS] }),
    ...ways.own.rows(ways.calling, missing, "in its callback Python changes threads once less"),
    ...ways.plain.rows(ways.plainWaiting, missing, ""),
    ...ways.paced.rows(ways.pacedWaiting, missing, ""),
    ...ways.routed.rows(undefined, "", "the router in the process that sends the States"),
    ...ways.remote.rows(undefined, "", "the same router, over WebSocket"),
    { bench: "link", name: "zenoh, call of publish, p50", unit: "us", value: median(publishing) / 1000 },
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
  return await LinkRoundTrips.open({ label: "routed", network, waiting: "wake", realtime: true });
}

/** Two sessions of the remote API. */
function openRemote(url: string): Promise<LinkRoundTrips> {
  const network = { protocol: "zenoh", remote_api: url };
  return LinkRoundTrips.open({ label: "remote", network, waiting: "wake", realtime: true });
}
