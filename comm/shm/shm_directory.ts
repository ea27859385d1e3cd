import { fnv1a } from "../../core/fnv1a.ts";
import { Libc } from "../../core/posix/libc.ts";
import { TransportError } from "../transport_error.ts";

/** Longest path of a Unix socket [bytes]. */
const LONGEST_PATH = 107;
/** Longest ending of a file name: the dot and a {@link ShmFileKind}. */
const ENDING = ".query-lock".length;
/** Shortest room for a name that is made from a key: a hash and enough of the key to be recognised. */
const SHORTEST_NAME = 32;

/**
 * What a file is for. Each role of a key has its own: the cell of its messages and the lock of their publisher; socket and lock of
 * the side that answers queries; socket and lock of the token.
 */
export type ShmFileKind = "cell" | "cell-lock" | "query" | "query-lock" | "token" | "token-lock";

/**
 * The folder in shared memory where the processes of one user meet: cells, sockets and locks. It lies at `/dev/shm/uri-<uid>` with
 * mode 0700, whatever the environment of the processes, so that a service and a shell of one user find each other.
 */
export class ShmDirectory {
  /** Absolute path. */
  readonly path: string;
  /** The user that owns it. */
  readonly uid: number;
  readonly #nameRoom: number;
  static #sockets = 0;

  /** Makes the folder, or checks the one that is there. `root` is for tests. Errors: `foreign`, `unavailable`. */
  constructor(root = "/dev/shm") {
    this.uid = new Libc().call.getuid();
    this.path = `${root}/uri-${this.uid}`;
    this.#nameRoom = LONGEST_PATH - ENDING - new TextEncoder().encode(`${this.path}/`).length;
    if (this.#nameRoom < SHORTEST_NAME) {
      throw new TransportError(
        "unavailable",
        `use of ${this.path}: its name is too long for the sockets in it; wanted a root of at most ${
          root.length + this.#nameRoom - SHORTEST_NAME
        } characters`,
      );
    }
    this.make();
  }

  /**
   * Makes the folder, or checks the one that is there. Somebody may have removed it meanwhile: systemd does so at the logout of a user, when
   * it is set to `RemoveIPC`. Errors: `foreign`, `unavailable`.
   */
  make(): void {
    try {
      Deno.mkdirSync(this.path, { mode: 0o700 });
    } catch (cause) {
      if (!(cause instanceof Deno.errors.AlreadyExists)) {
        throw new TransportError(
          "unavailable",
          `making ${this.path}: ${(cause as Error).message}; protocol shm needs a writable ${dirname(this.path)}`,
          { cause },
        );
      }
    }
    const info = Deno.lstatSync(this.path);
    if (info.isDirectory && info.uid === this.uid && (info.mode! & 0o077) === 0) return;
    const what = info.isSymlink ? "a symbolic link" : info.isDirectory ? "a folder" : "a file";
    throw new TransportError(
      "foreign",
      `use of ${this.path}: it is ${what} of user ${info.uid} with mode ${(info.mode! & 0o777).toString(8)}; ` +
        `wanted a folder of user ${this.uid} with mode 700. Remove it, or have its owner remove it`,
    );
  }

  /** A path that no other socket has, for the time until it is renamed: no key's file begins with `~`. */
  ownSocket(): string {
    const path = `${this.path}/~${Deno.pid}-${ShmDirectory.#sockets++}`;
    try {
      Deno.removeSync(path); // an earlier process of this number may have been killed in between
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return path;
  }

  /** Path of the file of `key` with the ending `kind`. Every key has its own; long ones are shortened with a hash. */
  file(key: string, kind: ShmFileKind): string {
    let name = "";
    for (const byte of new TextEncoder().encode(key)) {
      const character = String.fromCharCode(byte);
      if (character === "/") name += "~";
      else name += /[A-Za-z0-9_.-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    }
    if (name.length > this.#nameRoom) name = `${name.slice(0, this.#nameRoom - 17)}+${fnv1a(key)}`;
    return `${this.path}/${name}.${kind}`;
  }
}

function dirname(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
