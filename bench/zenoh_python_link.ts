import { RunFailure } from "../core/run_failure.ts";
import { PythonPeer } from "./python_peer.ts";
import { ZenohLinkConfig } from "./zenoh_link_config.ts";

/** The Python package of the Zenoh version that the native library is made of. */
const PACKAGE = "eclipse-zenoh==1.10.2";

/** How the answering process of Python answers: in the subscriber's callback, or in a thread that waits for messages, as a control loop does. */
export type PythonAnswering = "callback" | "thread";

/** What is to be measured. */
export interface ZenohPythonOptions {
  /** How it answers. */
  readonly answering: PythonAnswering;
  /** Whether the waiting threads get `SCHED_FIFO` 80. */
  readonly fifo: boolean;
  /** Bytes there. */
  readonly stateBytes: number;
  /** Bytes back. */
  readonly commandBytes: number;
}

/** Round trips between two processes by the Python package of Zenoh, peer to peer over TCP on this computer. */
export class ZenohPythonLink {
  readonly #peers: readonly PythonPeer[];
  readonly #ping: PythonPeer;
  readonly #policy: string;

  private constructor(peers: readonly PythonPeer[], ping: PythonPeer, policy: string) {
    this.#peers = peers;
    this.#ping = ping;
    this.#policy = policy;
  }

  /** Starts both processes; returns the reason when it cannot. */
  static async open(
    { answering, fifo, stateBytes, commandBytes }: ZenohPythonOptions,
  ): Promise<ZenohPythonLink | string> {
    const endpoint = ZenohLinkConfig.freeEndpoint();
    const policy = fifo ? "fifo" : "normal";
    const start = (...args: (string | number)[]) => PythonPeer.start("link_zenoh.py", PACKAGE, args.map(String));
    const pong = await start("pong", endpoint, answering, policy, stateBytes, commandBytes);
    if (typeof pong === "string") return pong;
    const ping = await start("ping", endpoint, stateBytes, commandBytes);
    if (typeof ping !== "string") return new ZenohPythonLink([ping, pong], ping, policy);
    await pong.close();
    return ping;
  }

  /** p50, p99 and p99.9 [ns] of `trips` round trips, one every `periodNs`, or one after the other with 0. Rejects with a `RunFailure`. */
  async run(trips: number, periodNs = 0): Promise<number[]> {
    const answer = await this.#ping.ask(`${this.#policy} ${trips} ${periodNs}`);
    const figures = answer?.split(" ").map(Number) ?? [];
    if (figures.length === 3 && figures.every(Number.isFinite)) return figures;
    throw new RunFailure(
      `Cannot measure Zenoh in Python: it said '${
        answer ?? ""
      }', three numbers were wanted; is the computer overloaded?`,
    );
  }

  /** Ends both processes. */
  async close(): Promise<void> {
    for (const peer of this.#peers) await peer.close();
  }
}
