import type { ChannelOptions, PublisherHandle, Registration, SubscriberHandle } from "../transport.ts";

/** A message outside the control loops: what a query or an answer carries. */
export interface ZenohMessage {
  /** The bytes themselves. */
  readonly payload: Uint8Array;
  /** What travels beside them; undefined when the sender gave nothing, as programs in other languages do. */
  readonly attachment?: Uint8Array;
  /** Of an answer: tells the answering processes apart; undefined where that is not known. */
  readonly sender?: number;
}

/** Answers one query; undefined: there is no answer, the asking side is told so at once. */
export type ZenohResponder = (question: ZenohMessage) => Promise<ZenohMessage | undefined>;

/**
 * One Zenoh session, as the transport uses it: the native one and the one over a WebSocket are two implementations of this seam.
 *
 * - Who creates: `openZenohTransport`, on the main thread. All promises settle there; callbacks are called there, one after the other.
 * - Publishers and subscribers are opened by the control worker from their descriptors. Publishing is express, of real-time priority, and drops
 *   under congestion; each message carries the session's mark (`zenohMark`) as its attachment.
 * - What was declared stays declared while the network comes and goes; a session that has lost its way to the network reports every token that it watched
 *   as gone, and those that it finds again as alive.
 * - Exclusivity is not the business of a session: see `OwnerClaims`.
 * - Closing releases everything, ends waiting questions, may be called twice.
 */
export interface ZenohSession {
  /** Session id as Zenoh shows it, hexadecimal. */
  readonly id: string;
  /** Declares a publisher. Errors: `TransportError`. */
  publish(key: string, options: Required<ChannelOptions>): Promise<PublisherHandle>;
  /** Subscribes, with a fence; the cell takes messages of anybody until its handle's `accept`. Errors: `TransportError`. */
  subscribe(key: string, options: Required<ChannelOptions>): Promise<SubscriberHandle>;
  /** Answers queries on `key`. Errors: `TransportError`. */
  answer(key: string, responder: ZenohResponder): Promise<Registration>;
  /**
   * Asks everybody who answers on `key`, once. Resolves when all have answered, when nobody is there, at the timeout, or by the signal; each
   * answer goes to `onAnswer`. It does not wait for an answering side that comes later.
   */
  ask(key: string, question: ZenohMessage, options: ZenohAskOptions): Promise<void>;
  /** Declares a liveliness token. Errors: `TransportError`. */
  declareToken(key: string): Promise<Registration>;
  /** Tells of each token that matches, those that are there already first. `keyExpression` may have wildcards. */
  watchTokens(keyExpression: string, onChange: (key: string, alive: boolean) => void): Promise<Registration>;
  /** Tokens that this session knows of; it may wait for `timeoutMs`. What others have just declared may be missing: see `fence`. */
  findTokens(keyExpression: string, timeoutMs: number): Promise<string[]>;
  /**
   * Resolves when the other sessions of this program know what this one has declared so far, and this one what they had declared: each answers on
   * `@uri/ping/{id}`, and what is sent on a link arrives in order. One that does not answer is waited for half a second.
   */
  fence(): Promise<void>;
  /** Why this session is of no more use; empty while it is. */
  fault(): string;
  /** Releases everything. */
  close(): Promise<void>;
}

/** How long to wait for answers. */
export interface ZenohAskOptions {
  /** Longest wait [ms]. */
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called with each answer. */
  readonly onAnswer: (answer: ZenohMessage) => void;
}
