import { channelCapacity } from "../channel_capacity.ts";
import { Declarations } from "../declarations.ts";
import { describeOwner } from "../describe_owner.ts";
import { pauseOrAbort } from "../pause_or_abort.ts";
import { QUERY_LIMIT } from "../query_limit.ts";
import { sameOwner } from "../same_owner.ts";
import type {
  ChannelOptions,
  PublisherHandle,
  QueryHandler,
  QueryOptions,
  Registration,
  SubscriberHandle,
  Transport,
  TransportNotice,
} from "../transport.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { keyOwnerText } from "./key_owner_text.ts";
import { OwnerClaims } from "./owner_claims.ts";
import type { ZenohMessage, ZenohSession } from "./zenoh_session.ts";
import { ZenohTokenWatch } from "./zenoh_token_watch.ts";

/** After the first answer, others that answer the same question are waited for so long [ms]. */
const OTHERS_ANSWER_MS = 1000;
/** Pauses between two questions to nobody [ms]: the answering side may have come meanwhile. */
const ASK_AGAIN_MS = 50;
const ASK_AGAIN_LATER_MS = 200;
/** A question that has no answer is asked again after this time [ms]. */
const QUESTION_MS = 5000;
/** A large one has more time, as a slow network needs it. */
const BYTES_PER_MS = 500;
/** How often it asks at the short pause. */
const QUICK_QUESTIONS = 40;
/** Where several answer on a key, one of them may be ending: after this time it is not [ms]. */
const SEVERAL_MS = 1500;
/** Longest wait for the holders of a token [ms]. */
const FIND_MS = 1000;

/** Two processes that meet in a query tell each other more than who they are: for transports that are built on this one. */
export interface ZenohMeeting {
  /** What the asking side tells, by the key of the query. */
  ask(key: string): Record<string, unknown>;
  /** The answering side has been told `more` by `asker`. Called before the handler. */
  asked(key: string, asker: KeyOwner, more: Record<string, unknown>): void;
  /** What the answering side tells in turn. Called after the handler. */
  answer(key: string, asker: KeyOwner): Record<string, unknown>;
  /** The asking side has been told `more` by `answerer`. Called before the answer is returned. */
  answered(key: string, answerer: KeyOwner, more: Record<string, unknown>): void;
}

/** What a {@link ZenohTransport} is made of. */
export interface ZenohTransportParts {
  /** The name of the protocol. */
  readonly protocol: string;
  /** Opened with the mark of `self`; closed together with the transport. */
  readonly session: ZenohSession;
  /** What others are told of this process: all of it is given. */
  readonly self: KeyOwner;
  /** Gets what the user should know. */
  readonly notice?: TransportNotice;
  /** What else is told at a meeting. */
  readonly meeting?: ZenohMeeting;
}

/**
 * The protocol `zenoh`: the topics, queries and tokens of `docs/communication.md` on any Zenoh network. Processes of other programs take part; what our own
 * tell each other beyond that travels in attachments, and in tokens below `@uri/`.
 */
export class ZenohTransport implements Transport {
  /** The name of the protocol. */
  readonly protocol: string;
  readonly #session: ZenohSession;
  readonly #self: KeyOwner;
  readonly #meeting: ZenohMeeting | undefined;
  readonly #claims: OwnerClaims;
  readonly #declarations = new Declarations();
  readonly #releasing = new Set<Promise<void>>();

  /** Takes over the session. */
  constructor({ protocol, session, self, meeting, notice = () => {} }: ZenohTransportParts) {
    this.protocol = protocol;
    this.#session = session;
    this.#self = self;
    this.#meeting = meeting;
    this.#claims = new OwnerClaims(session, self, notice);
  }

  /** See {@link Transport.publish}. */
  async publish(key: string, options: ChannelOptions = {}): Promise<PublisherHandle> {
    const capacity = await this.#declarations.declare(key, () => channelCapacity(key, options));
    let descriptor: PublisherHandle["descriptor"];
    const registration = await this.#own("publisher", key, async () => {
      const handle = await this.#session.publish(key, { capacity });
      descriptor = handle.descriptor;
      return handle;
    });
    return { ...registration, descriptor: descriptor! };
  }

  /** See {@link Transport.subscribe}. */
  async subscribe(key: string, options: ChannelOptions = {}): Promise<SubscriberHandle> {
    const capacity = await this.#declarations.declare(key, () => channelCapacity(key, options));
    const handle = await this.#session.subscribe(key, { capacity });
    return { ...handle, ...await this.#keep(key, [handle]) };
  }

  /** See {@link Transport.answer}. */
  answer(key: string, handler: QueryHandler): Promise<Registration> {
    return this.#own(
      "queryable",
      key,
      () => this.#session.answer(key, (question) => this.#respond(key, question, handler)),
    );
  }

  /** See {@link Transport.query}. */
  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined> {
    return this.#declarations.query(key, payload, options, async (ended) => {
      const end = performance.now() + options.timeoutMs;
      let severalSince: number | undefined;
      for (let asked = 1; !ended.aborted; asked++) {
        const owners = await this.#answerers(key);
        if (ended.aborted) return undefined;
        if (owners.length > 1) {
          // One of them may just be ending. As long as there are two, none is asked: each would do what it is asked for.
          severalSince ??= performance.now();
          if (performance.now() - severalSince > SEVERAL_MS) throw ambiguous(key, owners);
          await pauseOrAbort(ASK_AGAIN_LATER_MS, ended);
          continue;
        }
        const attachment = this.#introduction(key, owners[0]);
        // A question that was under way when a link was made may be lost, and is never finished then: it is asked again.
        const timeoutMs = Math.min(end - performance.now(), QUESTION_MS + payload.length / BYTES_PER_MS);
        const answers = await this.#ask(key, { payload, attachment }, timeoutMs, ended);
        if (ended.aborted) return undefined;
        if (answers.length > 0) return this.#accept(key, answers, await this.#answerers(key), options);
        await pauseOrAbort(asked < QUICK_QUESTIONS ? ASK_AGAIN_MS : ASK_AGAIN_LATER_MS, ended);
      }
      return undefined;
    });
  }

  /** See {@link Transport.declareToken}. */
  declareToken(key: string): Promise<Registration> {
    const isThere = async () => (await this.#session.findTokens(key, FIND_MS)).length > 0;
    return this.#own("token", key, () => this.#session.declareToken(key), isThere);
  }

  /** See {@link Transport.watchToken}. */
  async watchToken(key: string, onChange: (alive: boolean, owner?: KeyOwner) => void): Promise<Registration> {
    await this.#declarations.declare(key, () => {});
    const watch = await ZenohTokenWatch.start(this.#session, key, onChange);
    return await this.#keep(key, [{ release: () => watch.stop() }]);
  }

  /** See {@link Transport.fault}. */
  fault(): string {
    return this.#session.fault();
  }

  /** See {@link Transport.close}. */
  async close(): Promise<void> {
    await this.#declarations.releaseAll();
    await Promise.allSettled(this.#releasing);
    await this.#session.close();
  }

  /** Those of our own programs who answer on a key, as far as known here. */
  async #answerers(key: string): Promise<KeyOwner[]> {
    // A session without a link knows of nobody.
    const tokens = await this.#session.findTokens(OwnerClaims.owners("queryable", key), FIND_MS).catch(() => []);
    const owners: KeyOwner[] = [];
    for (const token of tokens) {
      const owner = OwnerClaims.read(token);
      if (owner !== undefined && !owners.some((other) => sameOwner(other, owner))) owners.push(owner);
    }
    return owners;
  }

  /** Who asks, and who is asked where that is known: another one of the same name, that could not be seen, does not answer then. */
  #introduction(key: string, to: KeyOwner | undefined): Uint8Array {
    const more = this.#meeting?.ask(key);
    return keyOwnerText.attachment(this.#self, to?.mark === undefined ? more : { ...more, to: to.mark });
  }

  async #respond(key: string, question: ZenohMessage, handler: QueryHandler): Promise<ZenohMessage | undefined> {
    const { owner, more } = keyOwnerText.read(question.attachment);
    if (typeof more.to === "number" && more.to !== this.#self.mark) return undefined;
    this.#meeting?.asked(key, owner, more);
    const payload = await handler(question.payload, owner);
    if (payload.length > QUERY_LIMIT) return undefined;
    return { payload, attachment: keyOwnerText.attachment(this.#self, this.#meeting?.answer(key, owner)) };
  }

  /** Asks once, and gathers the answers: of each answering process one. */
  async #ask(key: string, question: ZenohMessage, timeoutMs: number, ended: AbortSignal): Promise<ZenohMessage[]> {
    const answers: ZenohMessage[] = [];
    const enough = new AbortController();
    const end = () => enough.abort();
    ended.addEventListener("abort", end);
    if (ended.aborted) end();
    let timer: number | undefined;
    const onAnswer = (answer: ZenohMessage) => {
      if (answers.some((other) => other.sender !== undefined && other.sender === answer.sender)) return;
      answers.push(answer);
      timer ??= setTimeout(end, OTHERS_ANSWER_MS);
    };
    try {
      await this.#session.ask(key, question, { timeoutMs, signal: enough.signal, onAnswer });
    } finally {
      clearTimeout(timer);
      ended.removeEventListener("abort", end);
    }
    return answers;
  }

  #accept(
    key: string,
    answers: readonly ZenohMessage[],
    owners: readonly KeyOwner[],
    options: QueryOptions,
  ): Uint8Array {
    const read = answers.map(({ attachment }) => keyOwnerText.read(attachment));
    if (answers.length > 1) throw ambiguous(key, read.map(({ owner }) => owner));
    if (owners.length > 1) throw ambiguous(key, owners);
    const [{ owner, more }] = read;
    this.#meeting?.answered(key, owner, more);
    options.onAnswerer?.(owner);
    return answers[0].payload;
  }

  /** Takes a key for this process alone, declares what it is for, and gives both back together. */
  async #own(
    role: "publisher" | "queryable" | "token",
    key: string,
    declare: () => Promise<Registration>,
    findOther?: () => Promise<boolean>,
  ): Promise<Registration> {
    await this.#declarations.declare(key, () => {});
    const claim = await this.#claims.take(role, key, findOther);
    try {
      return await this.#keep(key, [await declare(), claim]);
    } catch (error) {
      await claim.release();
      throw error;
    }
  }

  /** Registers what was made, to be given back in this order; gives it back at once when the transport was closed meanwhile. */
  async #keep(key: string, made: readonly Registration[]): Promise<Registration> {
    const releaseAll = async () => {
      for (const each of made) await each.release();
    };
    try {
      let releasing: Promise<void> | undefined;
      const registration = await this.#declarations.declare(key, () =>
        this.#declarations.add(() => {
          releasing = releaseAll().finally(() => this.#releasing.delete(releasing!));
          this.#releasing.add(releasing);
        }));
      return {
        release: async () => {
          await registration.release();
          await releasing;
        },
      };
    } catch (error) {
      await releaseAll();
      throw error;
    }
  }
}

function ambiguous(key: string, owners: readonly KeyOwner[]): TransportError {
  const who = owners.map(describeOwner).join(" and ");
  return new TransportError(
    "ambiguous",
    `query on '${key}': ${owners.length} processes answer there: ${who}; wanted one. Stop all but one`,
  );
}
