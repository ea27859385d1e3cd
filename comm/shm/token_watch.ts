import { readKeyOwner } from "../read_key_owner.ts";
import type { KeyOwner } from "../transport_error.ts";
import { Frames } from "./frames.ts";

const RETRY_MS = 25;

/**
 * Watches the holder of a token by a connection to its socket: the kernel closes it when the holder ends, in whatever way.
 * Appearing is noticed within 25 ms, vanishing at once.
 */
export class TokenWatch {
  readonly #path: string;
  readonly #onChange: (alive: boolean, owner?: KeyOwner) => void;
  #connection: Deno.Conn | undefined;
  #timer: number | undefined;
  #open = true;

  /** `path`: the socket of the token. Starts at once. An exception of `onChange` becomes an uncaught error of this process. */
  constructor(path: string, onChange: (alive: boolean, owner?: KeyOwner) => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#attempt();
  }

  /** Ends the watch without a further call. May be called twice. */
  stop(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#disconnect();
  }

  async #attempt(): Promise<void> {
    try {
      const connection = await Deno.connect({ transport: "unix", path: this.#path });
      this.#connection = connection;
      if (this.#open) await this.#follow(new Frames(connection));
    } catch {
      // nobody there, or a socket that a dead process left behind
    } finally {
      this.#disconnect();
      if (this.#open) this.#timer = setTimeout(() => this.#attempt(), RETRY_MS);
    }
  }

  async #follow(frames: Frames): Promise<void> {
    const hello = await frames.read();
    const owner = hello === undefined ? undefined : readKeyOwner(new TextDecoder().decode(hello));
    if (owner === undefined) return; // gone again, or no holder of a token
    this.#tell(true, owner);
    while (await frames.read() !== undefined);
    this.#tell(false);
  }

  #tell(alive: boolean, owner?: KeyOwner): void {
    if (!this.#open) return;
    try {
      this.#onChange(alive, owner);
    } catch (error) {
      reportError(error);
    }
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}
