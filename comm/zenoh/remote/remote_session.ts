import type { Query } from "@eclipse-zenoh/zenoh-ts";
import { pauseOrAbort } from "../../pause_or_abort.ts";
import type {
  ChannelOptions,
  PublisherHandle,
  Registration,
  SubscriberHandle,
  TransportNotice,
} from "../../transport.ts";
import { TransportError } from "../../transport_error.ts";
import type { ZenohAskOptions, ZenohMessage, ZenohResponder, ZenohSession } from "../zenoh_session.ts";
import { FRAME_LIMIT } from "./frame_limit.ts";
import { type DeclarationParts, RemoteDeclaration } from "./remote_declaration.ts";
import { RemoteConnection } from "./remote_connection.ts";
import { RemotePublisher } from "./remote_publisher.ts";
import { remoteQuestion } from "./remote_question.ts";
import { RemoteSubscriber } from "./remote_subscriber.ts";
import { RemoteWatch } from "./remote_watch.ts";

/** What a remote session is told by its maker. */
export interface RemoteSessionOptions {
  /** Mark of the messages that it publishes, see `CellLayout.S_WRITER`. */
  readonly mark: number;
  /** Gets what the user should know. */
  readonly notice: TransportNotice;
}

/** Pauses between attempts to connect again: the first, and the longest, to which it doubles [ms]. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Longest attempt to connect again [ms]. */
const ATTEMPT_MS = 2000;
/** A connection that lived so long was a good one: after it the pauses begin anew [ms]. */
const GOOD_MS = 5000;
/** Longest wait of a fence [ms]. */
const FENCE_MS = 500;

/**
 * A session over the remote API of a router. The connection is replaced when it is lost: at once all tokens are gone and all questions have ended; then it
 * connects again, for ever, and declares anew what is declared.
 */
export class RemoteSession implements ZenohSession {
  /** See {@link ZenohSession.id}: that of the first connection. */
  readonly id: string;
  readonly #url: string;
  readonly #options: RemoteSessionOptions;
  readonly #declared = new Set<RemoteDeclaration>();
  readonly #ended = new AbortController();
  #connection: RemoteConnection | undefined;
  #connecting: Promise<void> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #closing: Promise<void> | undefined;

  private constructor(url: string, id: string, options: RemoteSessionOptions) {
    this.#url = url;
    this.id = id;
    this.#options = options;
  }

  /** Connects, once, and gives up when `signal` is aborted. Rejects with the reason, a text. */
  static async open(url: string, options: RemoteSessionOptions, signal: AbortSignal): Promise<RemoteSession> {
    const onLost = { call: (_reason: string) => {} };
    const connection = await RemoteConnection.open(url, signal, (reason) => onLost.call(reason));
    const session = new RemoteSession(url, connection.id, options);
    session.#connection = connection;
    onLost.call = (reason) => session.#lose(reason);
    // What `fence` of every session asks.
    await session.answer(`@uri/ping/${session.id}`, () => Promise.resolve({ payload: new Uint8Array() }));
    return session;
  }

  /** See {@link ZenohSession.publish}. */
  async publish(key: string, { capacity }: Required<ChannelOptions>): Promise<PublisherHandle> {
    this.#refuseClosed(`publishing '${key}'`);
    refuseLarge(`publishing '${key}'`, capacity);
    const publisher = new RemotePublisher(capacity, this.#options.mark);
    const registration = await this.#declare({
      what: `publishing '${key}'`,
      declare: (connection) => publisher.declare(connection, key),
      lose: () => publisher.lose(),
      end: () => publisher.end(),
    });
    return { ...registration, descriptor: publisher.descriptor };
  }

  /** See {@link ZenohSession.subscribe}. */
  async subscribe(key: string, { capacity }: Required<ChannelOptions>): Promise<SubscriberHandle> {
    const subscriber = new RemoteSubscriber(capacity);
    const registration = await this.#declare({
      what: `subscribing to '${key}'`,
      declare: (connection) => subscriber.declare(connection, key),
    });
    await this.fence();
    return {
      ...registration,
      descriptor: subscriber.descriptor,
      accept: (owner) => subscriber.accept(owner),
      ignored: () => subscriber.ignored,
    };
  }

  /** See {@link ZenohSession.answer}. */
  answer(key: string, responder: ZenohResponder): Promise<Registration> {
    const handler = (query: Query) => void respond(query, key, responder);
    return this.#declare({
      what: `answering '${key}'`,
      declare: async ({ session }) => {
        const queryable = await session.declareQueryable(key, { handler });
        return () => queryable.undeclare();
      },
    });
  }

  /** See {@link ZenohSession.ask}. Without a link nobody is there. */
  async ask(key: string, question: ZenohMessage, options: ZenohAskOptions): Promise<void> {
    this.#refuseClosed(`asking '${key}'`);
    const connection = this.#connection;
    refuseLarge(`asking '${key}'`, question.payload.length);
    if (connection === undefined || options.signal.aborted) return;
    await connection.request(`asking '${key}'`, () => remoteQuestion.ask(connection, key, question, options));
  }

  /** See {@link ZenohSession.declareToken}. */
  declareToken(key: string): Promise<Registration> {
    return this.#declare({
      what: `token '${key}'`,
      declare: async ({ session }) => {
        const token = await session.liveliness().declareToken(key);
        return () => token.undeclare();
      },
    });
  }

  /** See {@link ZenohSession.watchTokens}. */
  watchTokens(keyExpression: string, onChange: (key: string, alive: boolean) => void): Promise<Registration> {
    const watch = new RemoteWatch(onChange);
    return this.#declare({
      what: `watching '${keyExpression}'`,
      declare: (connection) => watch.declare(connection, keyExpression),
      lose: () => watch.lose(),
    });
  }

  /** See {@link ZenohSession.findTokens}. Without a link nobody can tell: that is an error. */
  async findTokens(keyExpression: string, timeoutMs: number): Promise<string[]> {
    const what = `looking for '${keyExpression}'`;
    this.#refuseClosed(what);
    const connection = this.#connection;
    const found = await connection?.request(
      what,
      () => remoteQuestion.findTokens(connection, keyExpression, timeoutMs),
    );
    if (found !== undefined && !connection!.isLost) return found;
    throw new TransportError(
      "unavailable",
      `${what}: there is no link to the Zenoh router at ${this.#url}; try again when it is back`,
    );
  }

  /** See {@link ZenohSession.fence}. Without a link nobody is there. */
  async fence(): Promise<void> {
    const options = { timeoutMs: FENCE_MS, signal: this.#ended.signal, onAnswer() {} };
    await this.ask("@uri/ping/*", { payload: new Uint8Array() }, options);
  }

  /** See {@link ZenohSession.fault}: it connects again by itself. */
  fault(): string {
    return "";
  }

  /** See {@link ZenohSession.close}. */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#ended.abort();
    await this.#connecting;
    const declared = [...this.#declared];
    this.#declared.clear();
    await Promise.all(declared.map((declaration) => declaration.release()));
    await this.#connection?.close();
    this.#connection = undefined;
  }

  /** Declares something now, if there is a link, and on each that follows. */
  async #declare(parts: DeclarationParts): Promise<Registration> {
    const declaration = new RemoteDeclaration(parts);
    const release = async () => {
      this.#declared.delete(declaration);
      await declaration.release();
    };
    try {
      this.#refuseClosed(parts.what);
      this.#declared.add(declaration);
      await this.#declareOn(declaration, this.#connection);
      this.#refuseClosed(parts.what);
    } catch (error) {
      await release();
      throw error;
    }
    return { release };
  }

  /** A link that is lost meanwhile is no failure: the next one gets the declaration, too. */
  async #declareOn(declaration: RemoteDeclaration, connection: RemoteConnection | undefined): Promise<void> {
    if (connection === undefined) return;
    try {
      await declaration.declare(connection);
    } catch (error) {
      if (!connection.isLost) throw error;
    }
  }

  #lose(reason: string): void {
    const connection = this.#connection;
    if (connection === undefined || this.#closing !== undefined) return;
    this.#connection = undefined;
    const { url, notice } = { url: this.#url, notice: this.#options.notice };
    if (performance.now() - connection.since > GOOD_MS) this.#pauseMs = FIRST_PAUSE_MS;
    notice("warning", `the link to the Zenoh router at ${url} is lost (${reason}): connecting again`);
    for (const declaration of this.#declared) declaration.lose();
    this.#connecting = this.#connect(performance.now());
  }

  /** Connects until it has succeeded, or until the session is closed. */
  async #connect(lostAt: number): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      await pauseOrAbort(this.#pauseMs, signal);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
      const connection = await this.#attempt();
      if (connection === undefined || connection.isLost) continue;
      this.#connection = connection;
      await this.#declareAll(connection);
      if (connection.isLost) return; // its loss has begun another search
      const seconds = ((performance.now() - lostAt) / 1000).toFixed(1);
      this.#options.notice("info", `the link to the Zenoh router at ${this.#url} is back after ${seconds} s`);
      return;
    }
  }

  async #attempt(): Promise<RemoteConnection | undefined> {
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(ATTEMPT_MS)]);
    try {
      return await RemoteConnection.open(this.#url, signal, (reason) => this.#lose(reason));
    } catch {
      return undefined;
    }
  }

  async #declareAll(connection: RemoteConnection): Promise<void> {
    for (const declaration of [...this.#declared]) {
      if (connection.isLost) return;
      try {
        await this.#declareOn(declaration, connection);
      } catch (error) {
        this.#options.notice("warning", (error as TransportError).message);
      }
    }
  }

  #refuseClosed(what: string): void {
    if (this.#closing !== undefined) throw new TransportError("closed", `${what}: the transport was closed`);
  }
}

async function respond(query: Query, key: string, responder: ZenohResponder): Promise<void> {
  const payload = query.payload()?.toBytes() ?? new Uint8Array();
  const attachment = query.attachment()?.toBytes();
  const answer = await responder(attachment === undefined ? { payload } : { payload, attachment }).catch(() =>
    undefined
  );
  if (answer !== undefined && answer.payload.length <= FRAME_LIMIT) {
    await query.reply(key, answer.payload, answer.attachment && { attachment: answer.attachment });
  }
  await query.finalize();
}

function refuseLarge(what: string, bytes: number): void {
  if (bytes <= FRAME_LIMIT) return;
  throw new TransportError(
    "too_large",
    `${what}: it has ${bytes} bytes; over the remote API of a router at most ${FRAME_LIMIT} were wanted. Send it in parts, or by a native session`,
  );
}
