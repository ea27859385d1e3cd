/** What a caller decides by: see {@link TransportError}. */
export type TransportErrorKind =
  /** Another process owns the key: `owner` tells which. */
  | "in_use"
  /** What lies there was not made by this version of the program, or by another user. */
  | "foreign"
  /** A message is larger than the channel. */
  | "too_large"
  /** The transport was closed. */
  | "closed"
  /** The system refuses: no rights, no space, no such protocol. */
  | "unavailable";

/** The process that owns a key. */
export interface KeyOwner {
  /** Process id. */
  readonly pid: number;
  /** What it is, e.g. `uri interface 'ur5e'`. */
  readonly description: string;
}

/** A transport cannot do what was asked. The message says what is, what was wanted and what to do. */
export class TransportError extends Error {
  /** Name of the class. */
  override readonly name = "TransportError";
  /** What went wrong. */
  readonly kind: TransportErrorKind;
  /** The other owner, for `in_use`. */
  readonly owner?: KeyOwner;

  /** `owner` only with `in_use`. */
  constructor(kind: TransportErrorKind, message: string, options: ErrorOptions & { owner?: KeyOwner } = {}) {
    super(message, options);
    this.kind = kind;
    this.owner = options.owner;
  }
}
