import type { KeyOwner } from "../transport_error.ts";
import { FileLock } from "./file_lock.ts";
import { Frames } from "./frames.ts";
import type { ShmDirectory } from "./shm_directory.ts";

/** A Unix socket that belongs to one key, with the lock that makes this process its only owner. */
export class UnixService {
  readonly #lock: FileLock;
  readonly #listener: Deno.UnixListener;
  readonly #path: string;
  readonly #connections = new Set<Deno.Conn>();
  #open = true;

  private constructor(lock: FileLock, listener: Deno.UnixListener, path: string) {
    this.#lock = lock;
    this.#listener = listener;
    this.#path = path;
  }

  /**
   * Starts listening; `serve` is called for each connection, which is closed when it resolves. A socket that a dead process left
   * behind is replaced. Errors: `in_use` with the owner.
   */
  static start(
    directory: ShmDirectory,
    key: string,
    self: KeyOwner,
    what: string,
    serve: (frames: Frames) => Promise<void>,
  ): UnixService {
    const path = directory.file(key, "sock");
    const lock = FileLock.acquire(directory.file(key, "lock"), self, what);
    try {
      removeIfThere(path); // the lock is ours, so nobody alive listens there
      const listener = Deno.listen({ transport: "unix", path });
      Deno.chmodSync(path, 0o600);
      const service = new UnixService(lock, listener, path);
      service.#accept(serve);
      return service;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Closes the socket and all its connections, and gives the key back. May be called twice. */
  stop(): void {
    if (!this.#open) return;
    this.#open = false;
    removeIfThere(this.#path);
    this.#listener.close();
    for (const connection of this.#connections) close(connection);
    this.#lock.release();
  }

  async #accept(serve: (frames: Frames) => Promise<void>): Promise<void> {
    while (this.#open) {
      let connection: Deno.Conn;
      try {
        connection = await this.#listener.accept();
      } catch (error) {
        if (!this.#open) return;
        if (error instanceof Deno.errors.BadResource) return;
        continue; // e.g. the other end was gone before we accepted
      }
      this.#connections.add(connection);
      serve(new Frames(connection)).catch(() => {}).finally(() => {
        this.#connections.delete(connection);
        close(connection);
      });
    }
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
