import { Libc } from "../../core/posix/libc.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { sameFile } from "./same_file.ts";

const O_RDWR = 2;
const O_CREAT = 0o100;
const O_CLOEXEC = 0o2000000;
const LOCK_EX_NB = 6;

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

  /** Takes the lock. `what` is for the message. Errors: `in_use` with the owner, `unavailable`. */
  static acquire(path: string, self: KeyOwner, what: string): FileLock {
    const libc = new Libc();
    for (;;) {
      const flags = O_RDWR | O_CREAT | O_CLOEXEC | libc.constants.oNofollow;
      const fd = libc.unwrap("open", libc.call.open(cString(path), flags, 0o600), path);
      if (libc.call.flock(fd, LOCK_EX_NB) !== 0) {
        libc.call.close(fd);
        const owner = readOwner(path);
        const who = owner === undefined ? "another process" : `${owner.description} (pid ${owner.pid})`;
        throw new TransportError("in_use", `${what}: is held by ${who}; stop it first, or use another name`, { owner });
      }
      // The former holder may have removed the file between our open and our lock: then this is the lock of nothing.
      if (sameFile(path, fd)) {
        Deno.writeTextFileSync(path, JSON.stringify(self));
        return new FileLock(libc, fd, path);
      }
      libc.call.close(fd);
    }
  }

  /** Gives the lock up and removes the file. May be called twice. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    try {
      Deno.removeSync(this.#path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    this.#libc.call.close(this.#fd);
  }
}

function cString(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text + "\0");
}

function readOwner(path: string): KeyOwner | undefined {
  try {
    const owner = JSON.parse(Deno.readTextFileSync(path));
    return typeof owner?.pid === "number" && typeof owner?.description === "string" ? owner : undefined;
  } catch {
    return undefined; // being written just now, or gone
  }
}
