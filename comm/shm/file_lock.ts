import { Libc } from "../../core/posix/libc.ts";
import { describeOwner } from "../describe_owner.ts";
import { readKeyOwner } from "../read_key_owner.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { openForSharing } from "./open_for_sharing.ts";
import { sameFile } from "./same_file.ts";
import { sleepMs } from "./sleep_ms.ts";

const LOCK_EX_NB = 6;
/** How often a holder that cannot be named is looked for again: it may be writing its name, or leaving. */
const ATTEMPTS = 50;

/**
 * Exclusive ownership of a path, held by a lock of the kernel: it ends with the process, in whatever way that dies, and a file left
 * behind is no obstacle. The file tells who holds it.
 */
export class FileLock {
  readonly #libc: Libc;
  readonly #fd: number;
  readonly #path: string;
  #held = true;

  private constructor(libc: Libc, fd: number, path: string) {
    this.#libc = libc;
    this.#fd = fd;
    this.#path = path;
  }

  /**
   * Takes the lock. `what` is for the message. Blocks for some 50 ms at most, when the holder does not tell its name.
   * Errors: `in_use` with the owner, `foreign`, `unavailable`.
   */
  static acquire(path: string, self: KeyOwner, what: string): FileLock {
    const libc = new Libc();
    for (let attempt = 0;; attempt++) {
      const fd = openForSharing(path);
      if (libc.call.flock(fd, LOCK_EX_NB) !== 0) {
        libc.call.close(fd);
        // Before a new holder has written its name, the file is empty or names one that was killed.
        const owner = readOwner(path);
        if ((owner === undefined || !isAlive(owner.pid)) && attempt < ATTEMPTS) {
          sleepMs(1);
          continue;
        }
        const who = owner === undefined ? "another process" : describeOwner(owner);
        throw new TransportError("in_use", `${what}: is held by ${who}; stop it first, or use another name`, { owner });
      }
      const lock = new FileLock(libc, fd, path);
      // The former holder may have removed the file between our open and our lock: then this is the lock of nothing.
      if (lock.isIntact()) {
        lock.#sign(self, what);
        return lock;
      }
      libc.call.close(fd);
    }
  }

  /** False when somebody has removed or replaced the file, so that another process may hold the path, too. */
  isIntact(): boolean {
    return sameFile(this.#path, this.#fd);
  }

  /** Gives the lock up and removes the file. May be called twice. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    try {
      if (this.isIntact()) Deno.removeSync(this.#path);
    } catch {
      // It stays behind, which is no obstacle to anybody.
    } finally {
      this.#libc.call.close(this.#fd);
    }
  }

  #sign(self: KeyOwner, what: string): void {
    try {
      Deno.writeTextFileSync(`/proc/self/fd/${this.#fd}`, JSON.stringify(self), { create: false });
    } catch (cause) {
      this.release();
      throw new TransportError(
        "unavailable",
        `${what}: ${this.#path} cannot be written (${(cause as Error).message}); free some space there`,
        { cause },
      );
    }
  }
}

function readOwner(path: string): KeyOwner | undefined {
  try {
    return readKeyOwner(Deno.readTextFileSync(path));
  } catch {
    return undefined; // gone
  }
}

function isAlive(pid: number): boolean {
  try {
    Deno.statSync(`/proc/${pid}`);
    return true;
  } catch {
    return false;
  }
}
