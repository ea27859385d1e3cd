import type { KeyOwner } from "../transport_error.ts";
import { TransportError } from "../transport_error.ts";
import { FileLock } from "./file_lock.ts";
import { Frames } from "./frames.ts";
import type { ShmDirectory } from "./shm_directory.ts";

/** Pause after the system refused a connection, e.g. because this process has too many files open [ms]. */
const REFUSED_PAUSE_MS = 50;
/** Connections at a time; more are closed at once, so that a defect elsewhere does not take the files of this process. */
const MOST_CONNECTIONS = 256;

/** A Unix socket that belongs to one role of a key, with the lock that makes this process its only owner. */
export class UnixService {
  readonly #lock: FileLock;
  readonly #listener: Deno.UnixListener;
  readonly #path: string;
  readonly #connections = new Set<Deno.Conn>();
  #open = true;
  #pause: { timer: number; over: () => void } | undefined;

  private constructor(lock: FileLock, listener: Deno.UnixListener, path: string) {
    this.#lock = lock;
    this.#listener = listener;
    this.#path = path;
  }

  /**
   * Starts listening; `serve` is called for each connection, which is closed when it resolves or rejects, or calls `close`. A socket that a dead process
   * left behind is replaced. `what` is for messages. Errors: `in_use` with the owner, `foreign`, `unavailable`.
   */
  static start(
    directory: ShmDirectory,
    key: string,
    role: "query" | "token",
    self: KeyOwner,
    what: string,
    serve: (frames: Frames, close: () => void) => Promise<void>,
  ): UnixService {
    const path = directory.file(key, role);
    const lock = FileLock.acquire(directory.file(key, `${role}-lock`), self, what);
    let listener: Deno.UnixListener | undefined;
    try {
      // Some time after its end a listener removes the path that it was opened with. By then that may be a successor's, so it is opened
      // with one of its own. The renaming replaces what a dead process left there: the lock is ours, so nobody alive listens.
      const ownPath = directory.ownSocket();
      listener = Deno.listen({ transport: "unix", path: ownPath });
      Deno.chmodSync(ownPath, 0o600);
      Deno.renameSync(ownPath, path);
      const service = new UnixService(lock, listener, path);
      service.#accept(serve);
      return service;
    } catch (cause) {
      listener?.close();
      lock.release();
      throw new TransportError(
        "unavailable",
        `${what}: no socket can be made at ${path} (${
          (cause as Error).message
        }); wanted a free path in a writable folder`,
        { cause },
      );
    }
  }

  /** False when somebody has removed or replaced the files of this service, so that another process may be serving, too. */
  isIntact(): boolean {
    return this.#lock.isIntact();
  }

  /** Closes the socket and all its connections, and gives the key back. May be called twice. */
  stop(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      // Had somebody removed our lock, the socket could be another owner's.
      if (this.#lock.isIntact()) removeIfThere(this.#path);
    } catch {
      // A socket that stays behind is no obstacle to anybody.
    }
    this.#listener.close();
    this.#pause?.over();
    for (const connection of this.#connections) close(connection);
    this.#lock.release();
  }

  async #accept(serve: (frames: Frames, close: () => void) => Promise<void>): Promise<void> {
    while (this.#open) {
      let connection: Deno.Conn;
      try {
        connection = await this.#listener.accept();
      } catch {
        // At the next turn of the event loop at the earliest: with too many open files this fails at once, again and again.
        if (this.#open) await this.#waitALittle();
        continue;
      }
      if (!this.#open || this.#connections.size >= MOST_CONNECTIONS) {
        close(connection);
        continue;
      }
      this.#connections.add(connection);
      serve(new Frames(connection), () => close(connection)).catch(() => {}).finally(() => {
        this.#connections.delete(connection);
        close(connection);
      });
    }
  }

  #waitALittle(): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(this.#pause?.timer);
        this.#pause = undefined;
        resolve();
      };
      this.#pause = { timer: setTimeout(over, REFUSED_PAUSE_MS), over };
    });
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // closed already, by the other of the two places that close
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
