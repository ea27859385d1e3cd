import type { RemoteConnection } from "./remote_connection.ts";

/** What a declaration consists of. */
export interface DeclarationParts {
  /** Says what it is, in errors: `publishing 'ur5e/state'`. */
  readonly what: string;
  /** Declares it on a connection; gives back how to undo that. */
  declare(connection: RemoteConnection): Promise<() => Promise<void>>;
  /** The connection is lost. */
  lose?(): void;
  /** It was taken back. */
  end?(): Promise<void> | void;
}

/** Something that a session has declared: again on each new connection, until it is taken back. */
export class RemoteDeclaration {
  readonly #parts: DeclarationParts;
  #undo: (() => Promise<void>) | undefined;
  #connection: RemoteConnection | undefined;
  #isReleased = false;

  /** Declares nothing yet. */
  constructor(parts: DeclarationParts) {
    this.#parts = parts;
  }

  /** Declares it. Errors: `TransportError`. */
  async declare(connection: RemoteConnection): Promise<void> {
    const { what } = this.#parts;
    const undo = await connection.request(what, () => this.#parts.declare(connection));
    this.#connection = connection;
    this.#undo = undo;
    if (this.#isReleased) await this.#takeBack();
    else if (connection.isLost) this.#parts.lose?.();
  }

  /** The connection is lost. */
  lose(): void {
    this.#undo = undefined;
    this.#parts.lose?.();
  }

  /** Takes it back. Does not fail: without a link there is nothing to be taken back. */
  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#takeBack();
    await this.#parts.end?.();
  }

  async #takeBack(): Promise<void> {
    const undo = this.#undo;
    this.#undo = undefined;
    if (undo === undefined || this.#connection!.isLost) return;
    await undo().catch(() => {});
  }
}
