import type { Logger } from "../../core/log/logger.ts";
import { PageConnection, type PageHandler, type PagePatience } from "./page_connection.ts";
import { textAnswer } from "./text_answer.ts";

/** What a `PageServer` needs of a listener. */
export type PageListener = Pick<Deno.TcpListener, "accept" | "close">;

/** Connections at a time: a page has one that stays, and a few while it is loaded. */
const MOST_CONNECTIONS = 64;
const PATIENCE: PagePatience = { askMs: 10_000, takeMs: 10_000, partMs: 2000 };
/** Until it is tried again when no connection can be taken [ms]. */
const PAUSE_MS = 500;

/**
 * Answers requests for the page (HTTP/1.1, one a connection) beside a control loop, which must never suffer from it.
 *
 * - Connections are limited in number and in the time that they may take. When there are too many, the one that has been idle longest makes room for a
 *   new one, so that who opens many and asks for nothing locks nobody out.
 * - A connection that cannot be taken, and a defect while one is answered, are warnings: nothing is thrown, nothing rejects, and the server goes on.
 */
export class PageServer {
  readonly #listener: PageListener;
  readonly #handler: PageHandler;
  readonly #log: Logger;
  readonly #patience: PagePatience;
  /** The oldest first. */
  readonly #connections = new Set<PageConnection>();
  readonly #accepting: Promise<void>;
  #isClosed = false;
  #isFailing = false;
  #hasDefect = false;
  #goOn = () => {};

  /** Begins to accept connections. The listener is its own from now on. */
  constructor(listener: PageListener, handler: PageHandler, log: Logger, patience: PagePatience = PATIENCE) {
    this.#listener = listener;
    this.#handler = handler;
    this.#log = log;
    this.#patience = patience;
    this.#accepting = this.#accept();
  }

  /** Number of WebSockets, also those that are being closed. */
  get sockets(): number {
    let count = 0;
    for (const connection of this.#connections) if (connection.isSocket) count++;
    return count;
  }

  /**
   * Accepts nothing more, and closes all connections: WebSockets when their owner's farewell is over, or after `farewellMs`; those that wait for an
   * answer when they have it, or after `answersMs`; others at once. Resolves when none is left.
   */
  async close(farewellMs: number, answersMs: number): Promise<void> {
    this.#isClosed = true;
    this.#goOn();
    this.#listener.close();
    await this.#accepting;
    const all = [...this.#connections];
    const sockets = all.filter(({ isSocket }) => isSocket);
    const answers = all.filter((connection) => !connection.isSocket && !connection.isIdle);
    for (const connection of all) if (connection.isIdle) connection.close();
    await Promise.all([closed(sockets, farewellMs), closed(answers, answersMs)]);
  }

  async #accept(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const connection = await this.#listener.accept();
        this.#isFailing = false;
        await this.#take(connection);
      } catch (error) {
        if (this.#isClosed) return;
        // Who was to be taken has gone.
        if (error instanceof Deno.errors.ConnectionAborted || error instanceof Deno.errors.ConnectionReset) continue;
        // Who tries to connect waits meanwhile, and one line is enough for a while without connections.
        if (!this.#isFailing) {
          this.#log.warning(
            `[View] taking a connection: ${
              (error as Error).message
            }, one more connection was wanted; the robots are not touched by it, ` +
              "and it is tried again; where files are too many, end what holds them or raise the limit (ulimit -n)",
          );
        }
        this.#isFailing = true;
        await this.#pause();
      }
    }
  }

  async #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PAUSE_MS);
    this.#goOn = resolve;
    await promise;
    clearTimeout(timer);
  }

  async #take(connection: Deno.TcpConn): Promise<void> {
    if (this.#connections.size >= MOST_CONNECTIONS) {
      const idle = this.#connections.values().find(({ isIdle }) => isIdle);
      if (idle === undefined) return connection.close();
      idle.close();
      // Its place in the table of files is free only then.
      await idle.closed;
    }
    const taken = new PageConnection(connection, (...asked) => this.#answer(...asked), this.#patience);
    this.#connections.add(taken);
    void taken.closed.then(() => this.#connections.delete(taken));
  }

  /** The answer; what fails is our own fault. */
  async #answer(...asked: Parameters<PageHandler>): ReturnType<PageHandler> {
    try {
      return await this.#handler(...asked);
    } catch (error) {
      if (!this.#hasDefect) {
        this.#log.warning(
          `[View] answering a page: ${
            (error as Error).message
          }, no error was wanted; the robots are not touched by it; report it with this line`,
        );
      }
      this.#hasDefect = true;
      return textAnswer(500, "the view has failed");
    }
  }
}

/** Waits until these are closed, and closes those that are left after a time. */
async function closed(connections: readonly PageConnection[], patienceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([promise, Promise.all(connections.map(({ closed }) => closed))]);
  clearTimeout(timer);
  for (const connection of connections) connection.close();
}
