import { pause } from "../../core/pause.ts";
import { cellBytes } from "../cell/cell_bytes.ts";
import type { ChannelOptions, PublisherHandle, Registration, SubscriberHandle, TransportNotice } from "../transport.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { checkNativeCell } from "./check_native_cell.ts";
import { markBytes } from "./mark_bytes.ts";
import { type NativeCalls, openNativeLibrary } from "./open_native_library.ts";
import { NativeInbox } from "./native_inbox.ts";
import { nativeText as text } from "./native_text.ts";
import type { ZenohAskOptions, ZenohMessage, ZenohResponder, ZenohSession } from "./zenoh_session.ts";

/** What a native session is told by its maker. */
export interface NativeSessionOptions {
  /** Mark of the messages that it publishes, see `CellLayout.S_WRITER`. */
  readonly mark: number;
  /** Gets what the user should know. */
  readonly notice: TransportNotice;
}

/** Longest wait of a fence [ms]. */
const FENCE_MS = 500;
/** How often tokens are looked for at most; about one look in a hundred is incomplete, and on a busy computer the next one may be, too. */
const MOST_LOOKS = 8;

type Pointer = Deno.PointerObject;

/** A session of the native library. Callbacks of the library become events, which this thread takes one by one. */
export class NativeSession implements ZenohSession {
  /** See {@link ZenohSession.id}. */
  readonly id: string;
  readonly #calls: NativeCalls;
  readonly #session: Pointer;
  readonly #mark: number;
  readonly #declared = new Set<() => void>();
  readonly #inbox: NativeInbox;
  #lastId = 0;
  #closing: Promise<void> | undefined;

  private constructor(calls: NativeCalls, session: Pointer, options: NativeSessionOptions) {
    this.#calls = calls;
    this.#session = session;
    this.#mark = options.mark;
    const id = new Uint8Array(32);
    this.id = new TextDecoder().decode(id.subarray(0, calls.uri_zenoh_id(session, id)));
    this.#inbox = new NativeInbox(calls, session, options.notice);
  }

  /** Opens a session from a configuration in JSON5; `source` is its name for messages. Errors: `TransportError`. */
  static async open(config: string, source: string, options: NativeSessionOptions): Promise<NativeSession> {
    const calls = openNativeLibrary();
    const bytes = text.encode(config);
    const error = text.newError();
    const session = await calls.uri_zenoh_open(bytes, bytes.length, error, error.length);
    if (session !== null) return new NativeSession(calls, session, options);
    throw new TransportError(
      "unavailable",
      `opening a Zenoh session with ${source}: ${
        text.readError(error)
      }; correct the configuration, or free what it needs`,
    );
  }

  /** See {@link ZenohSession.publish}. */
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  async publish(key: string, { capacity }: Required<ChannelOptions>): Promise<PublisherHandle> {
    const mark = markBytes.write(this.#mark);
    const pointer = this.#make(
      `publishing '${key}'`,
      key,
      (bytes, error) =>
        this.#calls.uri_zenoh_publisher(this.#session, bytes, bytes.length, mark, mark.length, error, error.length),
    );
    const registration = this.#add(() => this.#calls.uri_zenoh_publisher_drop(pointer));
    return { ...registration, descriptor: { kind: "zenoh", address: addressOf(pointer), capacity } };
  }

  /** See {@link ZenohSession.subscribe}. */
  async subscribe(key: string, { capacity }: Required<ChannelOptions>): Promise<SubscriberHandle> {
    const pointer = this.#make(
      `subscribing to '${key}'`,
      key,
      (bytes, error) =>
        this.#calls.uri_zenoh_subscriber(this.#session, bytes, bytes.length, capacity, error, error.length),
    );
    const address = addressOf(this.#calls.uri_zenoh_cell(pointer)!);
    const descriptor = { kind: "mapped", address, byteLength: cellBytes(capacity) } as const;
    checkNativeCell(descriptor);
    await this.fence();
    let open = true;
    let ignored = 0;
    const registration = this.#add(() => {
      ignored = this.#calls.uri_zenoh_ignored(pointer);
      open = false;
      this.#calls.uri_zenoh_drop(pointer);
    });
    return {
      ...registration,
      descriptor,
      accept: (owner: KeyOwner) => {
        if (open) this.#calls.uri_zenoh_accept(pointer, owner.mark ?? owner.pid);
      },
      ignored: () => open ? this.#calls.uri_zenoh_ignored(pointer) : ignored,
    };
  }

  /** See {@link ZenohSession.answer}. */
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  async answer(key: string, responder: ZenohResponder): Promise<Registration> {
    const id = ++this.#lastId;
    this.#inbox.responders.set(id, responder);
    const pointer = this.#make(
      `answering '${key}'`,
      key,
      (bytes, error) => this.#calls.uri_zenoh_queryable(this.#session, bytes, bytes.length, id, error, error.length),
    );
    return this.#add(() => {
      this.#inbox.responders.delete(id);
      this.#calls.uri_zenoh_drop(pointer);
    });
  }

  /** See {@link ZenohSession.ask}. */
  async ask(key: string, question: ZenohMessage, options: ZenohAskOptions): Promise<void> {
    const { payload, attachment = new Uint8Array() } = question;
    const p = payload as Uint8Array<ArrayBuffer>;
    const a = attachment as Uint8Array<ArrayBuffer>;
    await this.#question(`asking '${key}'`, key, options, (id, bytes, error) =>
      this.#calls.uri_zenoh_ask(
        this.#session,
        bytes,
        bytes.length,
        p,
        p.length,
        a,
        a.length,
        timeoutOf(options.timeoutMs),
        id,
        error,
        error.length,
      ));
  }

  /** See {@link ZenohSession.declareToken}. */
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  async declareToken(key: string): Promise<Registration> {
    const pointer = this.#make(
      `token '${key}'`,
      key,
      (bytes, error) => this.#calls.uri_zenoh_token(this.#session, bytes, bytes.length, error, error.length),
    );
    return this.#add(() => this.#calls.uri_zenoh_drop(pointer));
  }

  /** See {@link ZenohSession.watchTokens}. */
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  async watchTokens(keyExpression: string, onChange: (key: string, alive: boolean) => void): Promise<Registration> {
    const id = ++this.#lastId;
    this.#inbox.watches.set(id, onChange);
    const pointer = this.#make(
      `watching '${keyExpression}'`,
      keyExpression,
      (bytes, error) => this.#calls.uri_zenoh_watch(this.#session, bytes, bytes.length, id, error, error.length),
    );
    return this.#add(() => {
      this.#inbox.watches.delete(id);
      this.#calls.uri_zenoh_drop(pointer);
    });
  }

  /**
   * See {@link ZenohSession.findTokens}.
   *
   * Zenoh 1.10 has a race where a peer has a router, too: a look ends with the router's answer, which may overtake what this process knows of its
   * peers. A watch does not have it, but keeps for ever what came too late for a look. So a token counts that one of two looks has told of, and
   * looks go on while the watch knows of more.
   */
  async findTokens(keyExpression: string, timeoutMs: number): Promise<string[]> {
    const known = new Set<string>();
    const watch = await this.watchTokens(keyExpression, (key, isThere) => {
      if (isThere) known.add(key);
      else known.delete(key);
    });
    try {
      const found = new Set<string>();
      for (let look = 1;; look++) {
        await this.#look(keyExpression, timeoutMs, found);
        if (look === MOST_LOOKS || (look > 1 && [...known].every((key) => found.has(key)))) return [...found];
        await pause(look);
      }
    } finally {
      await watch.release();
    }
  }

  /** See {@link ZenohSession.fence}. */
  async fence(): Promise<void> {
    const options = { timeoutMs: FENCE_MS, signal: new AbortController().signal, onAnswer() {} };
    await this.ask("@uri/ping/*", { payload: new Uint8Array() }, options);
  }

  /** See {@link ZenohSession.fault}: the library reconnects by itself. */
  fault(): string {
    return "";
  }

  /** See {@link ZenohSession.close}. */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#inbox.close();
    for (const undo of [...this.#declared]) undo();
    const error = text.newError();
    await this.#calls.uri_zenoh_close(this.#session, error, error.length);
    await this.#inbox.ended;
    for (const question of this.#inbox.questions.values()) question.end();
    this.#calls.uri_zenoh_free(this.#session);
  }

  /** Adds the tokens that are there to `found`, or some of them. */
  async #look(keyExpression: string, timeoutMs: number, found: Set<string>): Promise<void> {
    const onAnswer = ({ payload }: ZenohMessage) => void found.add(new TextDecoder().decode(payload));
    const options = { timeoutMs, signal: new AbortController().signal, onAnswer };
    await this.#question(
      `looking for '${keyExpression}'`,
      keyExpression,
      options,
      (id, bytes, error) =>
        this.#calls.uri_zenoh_find_tokens(
          this.#session,
          bytes,
          bytes.length,
          timeoutOf(timeoutMs),
          id,
          error,
          error.length,
        ),
    );
  }

  /** Asks by `send` and waits for the end of the answers. */
  async #question(
    what: string,
    key: string,
    options: ZenohAskOptions,
    send: (id: number, key: Uint8Array<ArrayBuffer>, error: Uint8Array<ArrayBuffer>) => number,
  ): Promise<void> {
    this.#refuseClosed(what);
    if (options.signal.aborted) return;
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#inbox.questions.set(id, { onAnswer: options.onAnswer, end: resolve });
    options.signal.addEventListener("abort", () => resolve());
    try {
      const error = text.newError();
      if (send(id, text.encode(key), error) < 0) throw unavailable(what, text.readError(error));
      await promise;
    } finally {
      this.#inbox.questions.delete(id);
      if (this.#closing === undefined) this.#calls.uri_zenoh_ask_end(this.#session, id);
    }
  }

  #make(
    what: string,
    key: string,
    declare: (key: Uint8Array<ArrayBuffer>, error: Uint8Array<ArrayBuffer>) => Deno.PointerValue,
  ): Pointer {
    this.#refuseClosed(what);
    const error = text.newError();
    const pointer = declare(text.encode(key), error);
    if (pointer === null) throw unavailable(what, text.readError(error));
    return pointer;
  }

  #add(undo: () => void): Registration {
    const once = () => {
      if (this.#declared.delete(once)) undo();
    };
    this.#declared.add(once);
    return { release: () => Promise.resolve(once()) };
  }

  #refuseClosed(what: string): void {
    if (this.#closing !== undefined) throw new TransportError("closed", `${what}: the transport was closed`);
  }
}

function addressOf(pointer: Pointer): bigint {
  return Deno.UnsafePointer.value(pointer);
}

function timeoutOf(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms)), 0xffffffff);
}

function unavailable(what: string, reason: string): TransportError {
  return new TransportError("unavailable", `${what}: ${reason}; see that the key is legal and the session open`);
}
