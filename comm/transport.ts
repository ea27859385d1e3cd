import type { CellDescriptor, SingleCell } from "./cell/cell_memory.ts";
import type { KeyOwner } from "./transport_error.ts";

/**
 * How State, Command, queries and liveliness travel. One contract, several implementations, one conformance suite
 * (`comm/test_transport.ts`); each item below has a case there.
 *
 * - Who creates: the main thread. It may await and allocate; what is real-time safe are the endpoints that a control worker opens from
 *   a descriptor.
 * - Publishing: a key has one publisher at a time in this user's (or network's) realm; a second one is refused with its owner named.
 * - Taking: a subscription gives the latest message published after it was made; older ones are overwritten, never queued. Subscribers may
 *   come before or after the publisher, and stay when the publisher is replaced.
 * - Queries: `query` waits for an answering side that is not there yet, within its timeout. Each answer goes to its own query.
 * - Senders: whoever has a reason to obey one process alone tells the subscription so (`accept`), and looks at the mark that each message bears
 *   (`CellReader.writer`): where keys cannot be owned for certain, as on a network, others may send on them, too.
 * - Liveliness: a token is gone when it is released, when its transport is closed, and when its process dies in whatever way; watchers are
 *   told at once. A token key has one holder at a time; a second one is refused with its owner named.
 * - Closing: releases everything that was made by this transport, ends waiting queries, and may be called twice.
 */
export interface Transport {
  /** The protocol's name, as in `network_interface.protocol`. */
  readonly protocol: string;
  /** Declares the publisher of `key`. Errors: `in_use`, `foreign`, `closed`, `unavailable`. */
  publish(key: string, options?: ChannelOptions): Promise<PublisherHandle>;
  /** Subscribes to `key`. Errors: `foreign`, `closed`, `unavailable`. */
  subscribe(key: string, options?: ChannelOptions): Promise<SubscriberHandle>;
  /** Answers the queries on `key`. An exception of `handler` reaches the asking side as "no answer". Errors: `in_use`, `closed`. */
  answer(key: string, handler: QueryHandler): Promise<Registration>;
  /**
   * Asks on `key` and waits for the answer, at most `timeoutMs`; resolves to `undefined` when there is none, or when `signal` is aborted.
   * Errors: `too_large`, `closed`, `ambiguous` when several have answered.
   */
  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined>;
  /** Declares a liveliness token. Errors: `in_use`, `closed`, `unavailable`. */
  declareToken(key: string): Promise<Registration>;
  /** Calls `onChange` whenever a holder of the token appears (with the owner, as far as known) or is gone. */
  watchToken(key: string, onChange: (alive: boolean, owner?: KeyOwner) => void): Promise<Registration>;
  /**
   * Why what this transport has declared may no longer be its own, e.g. because somebody has removed its files; empty while all is well.
   * To be looked at now and then: a process that is told so must end, as another may be taking its place.
   */
  fault(): string;
  /** Releases everything. */
  close(): Promise<void>;
}

/** Something that the user of the process should know and that is no error: a line for the log. */
export type TransportNotice = (level: "debug" | "info" | "warning", text: string) => void;

/** Size of a channel. */
export interface ChannelOptions {
  /** Largest message [bytes], rounded up to a multiple of 8; both ends use the same, by default 32768. */
  readonly capacity?: number;
}

/** Answers one query; it is told who asks. */
export type QueryHandler = (payload: Uint8Array, asker: KeyOwner) => Uint8Array | Promise<Uint8Array>;

/** How long to wait for an answer. */
export interface QueryOptions {
  /** Longest wait [ms]. */
  readonly timeoutMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Told who has answered, before the answer is returned; not called where the transport does not know. */
  readonly onAnswerer?: (owner: KeyOwner) => void;
}

/** Something that was declared and can be taken back. */
export interface Registration {
  /** Takes it back; may be called twice. */
  release(): Promise<void>;
}

/** A declared publisher. */
export interface PublisherHandle extends Registration {
  /** For `openPublisher`, in this or another thread of the process. */
  readonly descriptor: PublisherDescriptor;
}

/** A subscription. */
export interface SubscriberHandle extends Registration {
  /** For `new CellReader`, in this or another thread of the process. */
  readonly descriptor: CellDescriptor;
  /** From now on only messages that bear the mark of `owner` are wanted: others may be kept away from the cell, and are counted then. */
  accept(owner: KeyOwner): void;
  /** How many messages were kept away so far. */
  ignored(): number;
}

/** Names the sending end of a channel; it goes through `postMessage`. */
export type PublisherDescriptor =
  /** Messages go into a cell; for `mark` and `bell` see `CellWriterOptions`. */
  | { readonly kind: "cell"; readonly cell: SingleCell; readonly mark?: number; readonly bell?: SharedArrayBuffer }
  /** Messages go to a publisher of the native Zenoh library, at `address`, which lives as long as its handle. */
  | { readonly kind: "zenoh"; readonly address: bigint; readonly capacity: number }
  /** Several ways, of which the first word of `choice` tells the one that a message takes; it may change at any time. */
  | { readonly kind: "switched"; readonly ways: readonly PublisherDescriptor[]; readonly choice: SharedArrayBuffer };
