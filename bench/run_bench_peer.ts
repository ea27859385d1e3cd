import { UsageError } from "../core/usage_error.ts";
import type { NetworkSection } from "../comm/network_section.ts";
import { runLinkPeer } from "./run_link_peer.ts";
import { runRobotsPeer } from "./run_robots_peer.ts";

/**
 * `uri bench-peer`: the other process of a benchmark, which says `ready` by `write` once it works.
 *
 * - `link NAME wake|poll fifo|normal NETWORK`: answers States by Commands; NETWORK is a section `network_interface`, as JSON.
 * - `robots NAME…`: is the interface of all these robots.
 *
 * Resolves to an exit code. Errors: `UsageError`, `TransportError`.
 */
export async function runBenchPeer(args: readonly string[], write: (text: string) => void): Promise<number> {
  const [kind, ...rest] = args;
  const ready = () => write("ready\n");
  if (kind === "link") {
    const [name, waiting, policy, section] = rest;
    const network = readNetwork(section);
    if (
      network !== undefined && (waiting === "wake" || waiting === "poll") && (policy === "fifo" || policy === "normal")
    ) return await runLinkPeer({ name, waiting, realtime: policy === "fifo", network }, ready);
  }
  if (kind === "robots" && rest.length > 0) return await runRobotsPeer(rest, ready);
  throw new UsageError(
    `Cannot run uri bench-peer: '${
      args.join(" ")
    }' is unknown, link NAME wake|poll fifo|normal NETWORK or robots NAME... was ` +
      "wanted; it is started by uri bench",
  );
}

function readNetwork(json = ""): NetworkSection | undefined {
  try {
    const section = JSON.parse(json);
    return typeof section?.protocol === "string" ? section : undefined;
  } catch {
    return undefined;
  }
}
