/** What a caller decides by: see {@link TransportError}. */
export type TransportErrorKind =
  /** Another process owns the key: `owner` tells which. */
  | "in_use"
  /** What lies there was not made by this version of the program, or by another user. */
  | "foreign"
  /** Several processes have answered one question: which of them is meant cannot be known. */
  | "ambiguous"
  /** A message is larger than the channel. */
  | "too_large"
  /** The transport was closed. */
  | "closed"
  /** The system refuses: no rights, no space, no such protocol. */
  | "unavailable";

/** The process that owns a key. */
export interface KeyOwner {
  /** Process id on its host; 0 where it is not known. */
  readonly pid: number;
  /** What it is, e.g. `uri interface 'ur5e'`. */
  readonly description: string;
  /** Name of its host, where it may be another one. */
  readonly host?: string;
  /** What its messages are marked with, see `CellLayout.S_WRITER`: its process id when this is absent, nothing when it is 0. */
  readonly mark?: number;
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
