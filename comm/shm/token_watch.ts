import { readKeyOwner } from "../read_key_owner.ts";
import type { KeyOwner } from "../transport_error.ts";
import { Frames } from "./frames.ts";

/** Pause between two looks for a holder [ms]: short at first, then longer, as an attempt takes some 80 µs of this thread. */
const RETRY_MS = 25;
const LATER_RETRY_MS = 100;
/** How often it looks at the short pause. */
const QUICK_RETRIES = 80;

/**
 * Watches the holder of a token by a connection to its socket: the kernel closes it when the holder ends, in whatever way.
 * Vanishing is noticed at once; appearing within 25 ms in the first two seconds of an absence, and within 100 ms later on.
 */
export class TokenWatch {
  readonly #path: string;
  readonly #onChange: (alive: boolean, owner?: KeyOwner) => void;
  #connection: Deno.Conn | undefined;
  #timer: number | undefined;
  #attempts = 0;
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
      const pauseMs = this.#attempts++ < QUICK_RETRIES ? RETRY_MS : LATER_RETRY_MS;
      if (this.#open) this.#timer = setTimeout(() => this.#attempt(), pauseMs);
    }
  }

  async #follow(frames: Frames): Promise<void> {
    const hello = await frames.read();
    const owner = hello === undefined ? undefined : readKeyOwner(new TextDecoder().decode(hello));
    if (owner === undefined) return; // gone again, or no holder of a token
    this.#attempts = 0;
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
