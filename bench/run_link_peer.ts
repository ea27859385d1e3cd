import { WorkerLink } from "../core/worker_link.ts";
import type { NetworkSection } from "../comm/network_section.ts";
import { openTransport } from "../comm/open_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { FromLinkWorker, LinkEnds, ToLinkWorker } from "./link_worker_messages.ts";

/** What the other process of `uri bench link` is told. */
export interface LinkPeerOptions extends Pick<LinkEnds, "realtime" | "waiting"> {
  /** The robot's name in the keys. */
  readonly name: string;
  /** The way of the messages. */
  readonly network: NetworkSection;
}

/**
 * The other process of `uri bench link`: a worker of it answers each State by a Command, until an empty message comes, or none for a minute.
 * `ready` is called once it listens. Returns an exit code. Errors: `RunFailure`, `TransportError`.
 */
export async function runLinkPeer(options: LinkPeerOptions, ready: () => void): Promise<number> {
  const { name, network, realtime, waiting } = options;
  const keys = robotKeys(name);
  const transport = await openTransport(network.protocol, "uri bench", network);
  const { descriptor: from } = await transport.subscribe(keys.state);
  const { descriptor: to } = await transport.publish(keys.command);
  const url = new URL("./link_worker.ts", import.meta.url);
  const link = new WorkerLink<ToLinkWorker, FromLinkWorker>(url, "uri bench link", () => {});
  link.post({ type: "answer", ends: { to, from, realtime, waiting } });
  await link.next(["answering"]);
  ready();
  await link.next(["over"]);
  link.terminate();
  await transport.close();
  return 0;
}
