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

  /** `path`: the socket of the token. Starts at once. */
  constructor(path: string, onChange: (alive: boolean, owner?: KeyOwner) => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#attempt();
  }

  /** Ends the watch without a further call. May be called twice. */
  stop(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #attempt(): Promise<void> {
    try {
      const connection = await Deno.connect({ transport: "unix", path: this.#path });
      if (!this.#open) return connection.close();
      this.#connection = connection;
      await this.#follow(new Frames(connection));
      this.#connection?.close();
      this.#connection = undefined;
    } catch {
      // nobody there, or a socket that a dead process left behind
    }
    if (this.#open) this.#timer = setTimeout(() => this.#attempt(), RETRY_MS);
  }

  async #follow(frames: Frames): Promise<void> {
    const hello = await frames.read();
    if (hello === undefined || !this.#open) return;
    this.#onChange(true, JSON.parse(new TextDecoder().decode(hello)));
    while (await frames.read() !== undefined);
    if (this.#open) this.#onChange(false);
  }
}
