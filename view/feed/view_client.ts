/** What the feed needs of a WebSocket. */
export interface FeedSocket {
  /** Bytes that were given to it and are not sent. */
  readonly bufferedAmount: number;
  /** See `WebSocket.OPEN`. */
  readonly readyState: number;
  /** Sends, or queues what cannot be sent at once. */
  send(data: string | ArrayBufferView<ArrayBuffer>): void;
  /** Closes it. */
  close(code?: number, reason?: string): void;
}

const OPEN = 1;
/** A page that has taken nothing for so long is given up [ms]. */
const PATIENCE_MS = 30_000;
/** With more than this unsent a page gets nothing new [bytes]. */
const MOST_UNSENT = 64 * 1024;
/** Frames under way, at most: a second of them. Networks hold megabytes back, which would be minutes. */
const MOST_UNDER_WAY = 60;

/** A page that looks on. What it cannot take in time it does not get: nothing queues up for it. */
export class ViewClient {
  /** Number of the next event that it gets. */
  nextEvent = 0;
  /** Number of the next line of the log that it gets. */
  nextLine = 0;
  /** Whether it wants to see contacts. */
  wantsContacts = false;
  /** Frames that it did not get. */
  skipped = 0;
  readonly #socket: FeedSocket;
  #shown = 0;
  #seen = 0;
  #movedMs: number;

  /** `nowMs`: steady time. */
  constructor(socket: FeedSocket, nowMs: number) {
    this.#socket = socket;
    this.#movedMs = nowMs;
  }

  /** True when it can take something now. */
  isReady(): boolean {
    return this.#socket.readyState === OPEN && this.#socket.bufferedAmount < MOST_UNSENT &&
      this.#shown - this.#seen < MOST_UNDER_WAY;
  }

  /** Tells what it looks at; events and lines are told from the first one on. */
  begin(hello: unknown): void {
    this.nextEvent = 0;
    this.nextLine = 0;
    this.tell(hello);
  }

  /** Sends a text. */
  tell(message: unknown): void {
    if (this.#socket.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a frame, unless the last ones are still under way. */
  show(frame: Float64Array<ArrayBuffer>): void {
    if (this.isReady()) {
      this.#socket.send(frame);
      this.#shown++;
    } else this.skipped++;
  }

  /** The page says how many frames it has seen; false for a number that cannot be. */
  acknowledge(seen: number, nowMs: number): boolean {
    if (!(seen >= this.#seen && seen <= this.#shown)) return false;
    this.#seen = seen;
    this.#movedMs = nowMs;
    return true;
  }

  /** True when it has seen nothing for half a minute, at `nowMs`. */
  isStuck(nowMs: number): boolean {
    return nowMs - this.#movedMs > PATIENCE_MS;
  }

  /** Ends it. */
  close(code: number, reason: string): void {
    if (this.#socket.readyState <= OPEN) this.#socket.close(code, reason);
  }
}
