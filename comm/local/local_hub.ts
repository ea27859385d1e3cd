import type { SingleCell } from "../cell/cell_memory.ts";
import type { KeyOwner } from "../transport_error.ts";
import type { QueryHandler } from "../transport.ts";

/** Who watches a token. */
export type TokenWatcher = (alive: boolean, owner?: KeyOwner) => void;

/** What the local transports of one process share: it stands for the network between them. */
export class LocalHub {
  /** Cells by key. */
  readonly cells = new Map<string, SingleCell>();
  /** Keys that have a publisher, an answering side or a token, with their owner. */
  readonly owners = new Map<string, KeyOwner>();
  /** Answering sides by key. */
  readonly handlers = new Map<string, QueryHandler>();
  /** Watchers of tokens by key. */
  readonly watchers = new Map<string, Set<TokenWatcher>>();
  /** Called when an answering side appears. */
  readonly waiting = new Set<() => void>();
}
