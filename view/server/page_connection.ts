import type { PageAnswer } from "./page_answer.ts";
import { readRequestHead } from "./read_request_head.ts";
import { textAnswer } from "./text_answer.ts";
import { WebSocketEnd } from "./web_socket_end.ts";

/** Answers a request; `upgrade` makes a WebSocket of its connection, with what `acceptWebSocket` has told, and is the answer then. */
export type PageHandler = (
  request: Request,
  upgrade: (accept: string) => WebSocketEnd,
) => Promise<PageAnswer | WebSocketEnd>;

/** How long another computer may take. */
export interface PagePatience {
  /** To ask, from the connection on [ms]. */
  readonly askMs: number;
  /** To take each piece of an answer [ms]. */
  readonly takeMs: number;
  /** To hang up, once it has its answer [ms]. */
  readonly partMs: number;
}

/** What is written at a time [bytes]. */
const PIECE = 64 * 1024;

const encoder = new TextEncoder();

/** A connection to the page's server: one request is answered, then it is closed, by whichever of the two ends; a WebSocket stays. */
export class PageConnection {
  /** Resolved, never rejected, when it is closed. */
  readonly closed: Promise<void>;
  readonly #connection: Deno.TcpConn;
  readonly #patience: PagePatience;
  #isAnswering = false;
  #socket: WebSocketEnd | undefined;

  /** Begins to read. `handler` must not reject. */
  constructor(connection: Deno.TcpConn, handler: PageHandler, patience: PagePatience) {
    this.#connection = connection;
    this.#patience = patience;
    this.closed = this.#run(handler);
  }

  /** True while it is of no use to anybody: nothing has been asked yet, or everything answered. */
  get isIdle(): boolean {
    return !this.#isAnswering && this.#socket === undefined;
  }

  /** True when it is a WebSocket. */
  get isSocket(): boolean {
    return this.#socket !== undefined;
  }

  /** Closes it at once. */
  close(): void {
    if (this.#socket !== undefined) return this.#socket.terminate();
    try {
      this.#connection.close();
    } catch {
      // It is closed.
    }
  }

  async #run(handler: PageHandler): Promise<void> {
    try {
      this.#connection.setNoDelay(true);
      const head = await this.#within(this.#patience.askMs, readRequestHead(this.#connection));
      if (head === undefined) return;
      this.#isAnswering = true;
      if (typeof head === "number") await this.#write(textAnswer(head, "that is no request that is answered"), false);
      else {
        const { request, rest } = head;
        const upgrade = (accept: string) => this.#socket = new WebSocketEnd(this.#connection, accept, rest);
        const answer = await handler(request, upgrade);
        if (answer instanceof WebSocketEnd) return await answer.closed;
        await this.#write(answer, request.method === "HEAD");
      }
      this.#isAnswering = false;
      await this.#within(this.#patience.partMs, this.#part());
    } catch {
      // The other end has gone, or took too long.
    } finally {
      this.close();
    }
  }

  async #write({ status, headers, body }: PageAnswer, isHead: boolean): Promise<void> {
    const fields = Object.entries({ ...headers, "content-length": body.length, connection: "close" });
    const lines = [`HTTP/1.1 ${status} `, ...fields.map(([name, value]) => `${name}: ${value}`)];
    for (const bytes of [encoder.encode(`${lines.join("\r\n")}\r\n\r\n`), ...isHead ? [] : [body]]) {
      for (let at = 0; at < bytes.length;) {
        at += await this.#within(
          this.#patience.takeMs,
          this.#connection.write(bytes.subarray(at, at + PIECE)),
        );
      }
    }
  }

  /** Waits for the other end to hang up: closed before it has read all, it might lose what is still under way to it. */
  async #part(): Promise<void> {
    await this.#connection.closeWrite();
    const buffer = new Uint8Array(PIECE);
    while (await this.#connection.read(buffer) !== null) { /* whatever it says */ }
  }

  /** What `doing` resolves to; the connection is closed when that takes too long, which ends it. */
  async #within<T>(patienceMs: number, doing: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.close(), patienceMs);
    try {
      return await doing;
    } finally {
      clearTimeout(timer);
    }
  }
}
