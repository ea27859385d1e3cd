import type { ZenohTsLink } from "./load_zenoh_ts.ts";

/** Longest wait for the other side to agree that the connection ends [ms]. */
const CLOSES_WITHIN_MS = 500;

/** A WebSocket to a router: open from the start, until it is lost or closed. */
export class RemoteLink implements ZenohTsLink {
  /** Called with each message. */
  onMessage: (bytes: Uint8Array) => void = () => {};
  /** Called once, with the reason, when the other side has closed the connection or the system has found it broken. */
  onLost: (reason: string) => void = () => {};
  /** Called with each message that could not be sent, because the connection is lost or closed: an answer to it never comes. */
  onUnsent: () => void = () => {};
  readonly #socket: WebSocket;
  readonly #closed: Promise<void>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    let reason = "";
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closed = promise;
    socket.onmessage = ({ data }) => this.onMessage(new Uint8Array(data));
    socket.onerror = (event) => reason = reasonOf(event);
    socket.onclose = ({ code, reason: said }) => {
      resolve();
      this.onLost(reason || said || (code === 1006 ? "the connection broke" : "the router closed the connection"));
    };
  }

  /** Connects to `url`; gives up when `signal` is aborted. Rejects with the reason, a text. */
  static open(url: string, signal: AbortSignal): Promise<RemoteLink> {
    const { promise, resolve, reject } = Promise.withResolvers<RemoteLink>();
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    const giveUp = () => {
      reject("no answer");
      socket.close();
    };
    const done = () => signal.removeEventListener("abort", giveUp);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    socket.onopen = () => {
      done();
      if (!signal.aborted) resolve(new RemoteLink(socket));
    };
    socket.onerror = (event) => {
      done();
      reject(reasonOf(event));
    };
    return promise;
  }

  /** Bytes that wait to be sent. */
  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  /** Sends a message; on a link that is lost it only tells so. */
  send(bytes: Uint8Array): Promise<void> {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes as Uint8Array<ArrayBuffer>);
    else this.onUnsent();
    return Promise.resolve();
  }

  /** See {@link ZenohTsLink.onmessage}. */
  onmessage(): void {}

  /** Closes the connection, and waits for the other side to agree, but not for one that is gone. Nothing is reported any more. */
  async close(): Promise<void> {
    this.onMessage = this.onLost = () => {};
    this.#socket.close();
    let timer: number | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, CLOSES_WITHIN_MS));
    await Promise.race([this.#closed, patience]);
    clearTimeout(timer);
  }
}

/** What Deno says of a failed attempt, and what it means. */
const REASONS: Readonly<Record<string, string>> = {
  "tcp connect error": "nothing listens there, or it cannot be reached",
  "dns error": "there is no host of this name",
};

/** What is wrong, without the words that Deno puts before it. */
function reasonOf(event: Event): string {
  const text = event instanceof ErrorEvent ? event.message : "";
  const said = text.replace(/^(\w*Error: )?(failed to connect to WebSocket: )?/, "").split("\n")[0];
  const [, status] = /^Invalid status code: (\d+)$/.exec(said) ?? [];
  if (status !== undefined) return `what answers there is no WebSocket (HTTP status ${status})`;
  return (REASONS[said] ?? said) || "the connection broke";
}
