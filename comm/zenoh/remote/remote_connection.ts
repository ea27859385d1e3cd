import type { Query, Session } from "@eclipse-zenoh/zenoh-ts";
import { TransportError } from "../../transport_error.ts";
import { LenientMap } from "./lenient_map.ts";
import { RemoteLink } from "./remote_link.ts";
import { loadZenohTs, type SessionCore, type ZenohTsClosure } from "./load_zenoh_ts.ts";

/** Longest silence of a router that was asked whether it is there [ms]: a pulled cable closes nothing. */
const SILENCE_MS = 1000;
/** How often the silence is looked at [ms]. */
const LOOK_MS = 200;
/** Longest wait for the answer to a request while the link is alive [ms]. */
const ANSWER_WITHIN_MS = 5000;
/** No message of the router has this kind: it ends a request whose answer will not come. */
const NO_KIND = -1;

/** One connection to a router's remote API: alive from the start, until it is lost once. */
export class RemoteConnection {
  /** The library's session on this connection. */
  readonly session: Session;
  /** Its id, hexadecimal. */
  readonly id: string;
  /** When it was made, on the clock of `performance.now` [ms]. */
  readonly since: number;
  readonly #link: RemoteLink;
  readonly #core: SessionCore;
  readonly #onLost: (reason: string) => void;
  #timer: number | undefined;
  #heard: number;
  #looked: number;
  #asking = false;
  #isLost = false;

  private constructor(
    session: Session,
    id: string,
    link: RemoteLink,
    core: SessionCore,
    onLost: (reason: string) => void,
  ) {
    this.session = session;
    this.id = id;
    this.#link = link;
    this.#core = core;
    this.#onLost = onLost;
    this.since = this.#heard = this.#looked = performance.now();
    link.onLost = (reason) => this.#lose(reason);
    link.onMessage = (bytes) => {
      this.#heard = performance.now();
      this.#take(bytes);
    };
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /**
   * Connects to `url`; `onLost` is called once, with the reason, when the connection is lost. Gives up when `signal` is aborted. Rejects with the
   * reason, a text.
   */
  static async open(url: string, signal: AbortSignal, onLost: (reason: string) => void): Promise<RemoteConnection> {
    const zenoh = await loadZenohTs();
    const link = await RemoteLink.open(url, signal);
    const core = new zenoh.Core(link, ANSWER_WITHIN_MS);
    const nobody: ZenohTsClosure = { callback() {}, drop() {} };
    core.subscribers = new LenientMap(nobody);
    core.gets = new LenientMap(nobody);
    core.queryables = new LenientMap<number, ZenohTsClosure>({
      ...nobody,
      callback: (query) => (query as Query).finalize(),
    });
    core.pendingMessageResponses = new LenientMap(() => {});
    link.onUnsent = () => endRequests(core);
    const refused = Promise.withResolvers<never>();
    const giveUp = () => refused.reject("what answers there is no remote API of a Zenoh router");
    link.onLost = (reason) => refused.reject(`${reason}, before it said that it is a Zenoh router`);
    link.onMessage = (bytes) => {
      try {
        core.onMessageReceived(bytes);
      } catch {
        giveUp();
      }
    };
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    try {
      const { uuid } = await Promise.race([core.ping(), refused.promise]);
      return new RemoteConnection(zenoh.session(core), uuid.replaceAll("-", ""), link, core, onLost);
    } catch (error) {
      endRequests(core);
      await link.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** Whether it is lost or closed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Bytes that wait to be sent. */
  get waiting(): number {
    return this.#link.waiting;
  }

  /** Does `work`, which asks the router for something; `what` is said in the error, a `TransportError`. */
  async request<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const said = (cause as Error)?.message ?? String(cause);
      // Zenoh names the lines of its sources, which helps nobody who reads a log.
      const reason = this.#isLost ? "the link to the router is lost" : said.replaceAll(/ at \/\S+\.rs:\d+\.?/g, "");
      throw new TransportError("unavailable", `${what}: ${reason}; the key or the router does not allow it`, { cause });
    }
  }

  /** Ends it, in order; nothing is reported. */
  async close(): Promise<void> {
    this.#end();
    await this.#link.close();
  }

  #take(bytes: Uint8Array): void {
    try {
      this.#core.onMessageReceived(bytes);
    } catch (error) {
      // The caller's defect, or a message that the library cannot read: those that follow are still to be taken.
      reportError(error);
    }
  }

  #look(): void {
    const now = performance.now();
    // Whoever was stopped himself has not listened.
    if (now - this.#looked > SILENCE_MS / 2) this.#heard = now;
    this.#looked = now;
    if (now - this.#heard > SILENCE_MS) this.#lose(`no answer for ${SILENCE_MS / 1000} s`);
    else if (!this.#asking) {
      this.#asking = true;
      const done = () => void (this.#asking = false);
      this.#core.ping().then(done, done);
    }
  }

  #lose(reason: string): void {
    if (this.#isLost) return;
    this.#end();
    void this.#link.close();
    this.#onLost(reason);
  }

  #end(): void {
    this.#isLost = true;
    clearInterval(this.#timer);
    endRequests(this.#core);
    const questions = [...this.#core.gets.values()];
    this.#core.gets.clear();
    for (const question of questions) question.drop();
  }
}

/** No request is left waiting: each has a timer, and its failure must find whoever waits. */
function endRequests(core: SessionCore): void {
  const waiting = [...core.pendingMessageResponses.values()];
  core.pendingMessageResponses.clear();
  for (const answer of waiting) answer([NO_KIND, undefined]);
}
