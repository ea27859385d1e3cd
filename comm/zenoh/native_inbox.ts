import type { TransportNotice } from "../transport.ts";
import { NativeEventKind } from "./native_event_kind.ts";
import { nativeText as text } from "./native_text.ts";
import type { NativeCalls } from "./open_native_library.ts";
import { type NativeEvent, readNativeEvent } from "./read_native_event.ts";
import type { ZenohMessage, ZenohResponder } from "./zenoh_session.ts";

/** A question that waits for answers. */
export interface WaitingQuestion {
  /** Called with each answer. */
  onAnswer(answer: ZenohMessage): void;
  /** There are no more. */
  end(): void;
}

/**
 * What a native session tells: events that its callbacks, on threads of the library, leave in a queue, and that this thread takes one by one. It waits in a
 * call of the library, on a thread of its own, until the session is closed.
 */
export class NativeInbox {
  /** Who answers queries, by the number of the queryable. */
  readonly responders = new Map<number, ZenohResponder>();
  /** Questions by their number. */
  readonly questions = new Map<number, WaitingQuestion>();
  /** Watches of tokens by their number. */
  readonly watches = new Map<number, (key: string, alive: boolean) => void>();
  /** Settles once the session was closed and nothing waits for its events any more. */
  readonly ended: Promise<void>;
  readonly #calls: NativeCalls;
  readonly #session: Deno.PointerObject;
  readonly #notice: TransportNotice;
  #isClosed = false;

  /** Begins to take events. */
  constructor(calls: NativeCalls, session: Deno.PointerObject, notice: TransportNotice) {
    this.#calls = calls;
    this.#session = session;
    this.#notice = notice;
    this.ended = this.#pump();
  }

  /** Answers no more queries: the session is being closed. */
  close(): void {
    this.#isClosed = true;
  }

  async #pump(): Promise<void> {
    for (;;) {
      let length = await this.#calls.uri_zenoh_wait(this.#session);
      if (length < 0) {
        this.#isClosed = true;
        return;
      }
      while (length > 0) {
        const bytes = new Uint8Array(length);
        length = this.#calls.uri_zenoh_take(this.#session, bytes, bytes.length);
        this.#handle(readNativeEvent(bytes));
      }
    }
  }

  #handle(event: NativeEvent): void {
    const { kind, id, number, payload } = event;
    if (kind === NativeEventKind.Query) this.#respond(event);
    else if (kind === NativeEventKind.Answer) {
      this.questions.get(id)?.onAnswer(number === 0 ? event : { ...event, sender: number });
    } else if (kind === NativeEventKind.AnswersEnd) this.questions.get(id)?.end();
    else if (kind === NativeEventKind.Transport) {
      const [other, what] = new TextDecoder().decode(payload).split(" ");
      this.#notice("debug", `Zenoh: ${number === 1 ? "connected to" : "no connection any more to"} ${what} ${other}`);
    } else if (kind === NativeEventKind.Token) {
      try {
        this.watches.get(id)?.(new TextDecoder().decode(payload), number === 1);
      } catch (error) {
        reportError(error); // the caller's defect; the events that follow are still to be taken
      }
    }
  }

  async #respond({ id, number, payload, attachment }: NativeEvent): Promise<void> {
    const question = attachment === undefined ? { payload } : { payload, attachment };
    const answer = await this.responders.get(id)?.(question).catch(() => undefined);
    if (this.#isClosed) return;
    const p = (answer?.payload ?? new Uint8Array()) as Uint8Array<ArrayBuffer>;
    const a = (answer?.attachment ?? new Uint8Array()) as Uint8Array<ArrayBuffer>;
    const has = answer === undefined ? 0 : 1;
    const error = text.newError();
    this.#calls.uri_zenoh_answer(this.#session, number, has, p, p.length, a, a.length, error, error.length);
  }
}
