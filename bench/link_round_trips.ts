import type { HistogramSummary } from "../core/histogram.ts";
import { RunFailure } from "../core/run_failure.ts";
import { WorkerLink } from "../core/worker_link.ts";
import type { NetworkSection } from "../comm/network_section.ts";
import { openTransport } from "../comm/open_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { Transport } from "../comm/transport.ts";
import type { FromLinkWorker, LinkEnds, ToLinkWorker } from "./link_worker_messages.ts";
import { PeerProcess } from "./peer_process.ts";

/** What a link is made of. */
export interface LinkOptions extends Pick<LinkEnds, "realtime" | "waiting"> {
  /** Part of the robot's name, for this link alone. */
  readonly label: string;
  /** The way of the messages, as this process opens it. */
  readonly network: NetworkSection;
  /** The same as the other process opens it, which is the first one to do so; `network` by default. */
  readonly peerNetwork?: NetworkSection;
  /** Round trips that may be lost in one run, as a network loses some when its threads are kept from running; none by default. */
  readonly mostLost?: number;
}

/** A link between a worker of this process and a worker of another process, both running. */
export class LinkRoundTrips {
  /** Bytes of a State. */
  readonly stateBytes: number;
  /** Bytes of a Command. */
  readonly commandBytes: number;
  /** Scheduling of this end; the other one asks for the same. */
  readonly policy: string;
  /** Round trips that were lost so far. */
  lost = 0;
  readonly #mostLost: number;
  readonly #transport: Transport;
  readonly #peer: PeerProcess;
  readonly #link: WorkerLink<ToLinkWorker, FromLinkWorker>;

  private constructor(
    transport: Transport,
    peer: PeerProcess,
    link: WorkerLink<ToLinkWorker, FromLinkWorker>,
    opened: FromLinkWorker & { type: "opened" },
    mostLost: number,
  ) {
    this.#mostLost = mostLost;
    this.#transport = transport;
    this.#peer = peer;
    this.#link = link;
    this.stateBytes = opened.stateBytes;
    this.commandBytes = opened.commandBytes;
    this.policy = opened.obtained;
  }

  /** Starts the other process and opens the link. Errors: `RunFailure`, `TransportError`. */
  static async open(options: LinkOptions): Promise<LinkRoundTrips> {
    const { label, network, peerNetwork = network, realtime, waiting, mostLost = 0 } = options;
    const name = `uri-bench-${Deno.pid}-${label}`;
    const policy = realtime ? "fifo" : "normal";
    const peer = await PeerProcess.start(["bench-peer", "link", name, waiting, policy, JSON.stringify(peerNetwork)]);
    let transport: Transport | undefined;
    const url = new URL("./link_worker.ts", import.meta.url);
    const link = new WorkerLink<ToLinkWorker, FromLinkWorker>(url, "uri bench link", () => {});
    try {
      transport = await openTransport(network.protocol, "uri bench", network);
      const keys = robotKeys(name);
      const { descriptor: to } = await transport.publish(keys.state);
      const { descriptor: from } = await transport.subscribe(keys.command);
      link.post({ type: "open", ends: { to, from, realtime, waiting } });
      const opened = await link.next(["opened"]);
      return new LinkRoundTrips(transport, peer, link, opened as FromLinkWorker & { type: "opened" }, mostLost);
    } catch (error) {
      link.terminate();
      await peer.stop();
      await transport?.close();
      throw error;
    }
  }

  /**
   * Makes `trips` round trips, one every `periodNs`, or one after the other with 0; resolves to their times [ns]. Rejects with a
   * {@link RunFailure} when more were lost than may be.
   */
  async run(trips: number, periodNs = 0): Promise<HistogramSummary> {
    this.#link.post({ type: "run", trips, periodNs, mostLost: this.#mostLost });
    const ended = await this.#link.next(["ended"]) as FromLinkWorker & { type: "ended" };
    this.lost += ended.lost;
    if (ended.lost <= this.#mostLost) return ended.trip;
    throw new RunFailure(
      `Cannot measure the link: ${ended.lost} of ${trips} round trips were lost, at most ${this.#mostLost} was wanted; ` +
        "is the computer overloaded?",
    );
  }

  /** Publishes `messages` States, one every `periodNs`, and resolves to the times of the calls [ns]. */
  async publish(messages: number, periodNs: number): Promise<HistogramSummary> {
    this.#link.post({ type: "publish", messages, periodNs });
    return (await this.#link.next(["published"]) as FromLinkWorker & { type: "published" }).call;
  }

  /** Ends both ends. */
  async close(): Promise<void> {
    this.#link.post({ type: "finish" });
    let timer: number | undefined;
    await Promise.race([this.#peer.ended, new Promise<void>((resolve) => timer = setTimeout(resolve, 1000))]);
    clearTimeout(timer);
    await this.#peer.stop();
    this.#link.terminate();
    await this.#transport.close();
  }
}
