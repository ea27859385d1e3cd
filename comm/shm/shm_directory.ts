import { Libc } from "../../core/posix/libc.ts";
import { TransportError } from "../transport_error.ts";

/** Longest file name that is made from a key: the path of a Unix socket has room for 107 bytes. */
const LONGEST = 72;

/**
 * The folder in shared memory where the processes of one user meet: cells, sockets and locks. It lies at `/dev/shm/uri-<uid>` with
 * mode 0700, whatever the environment of the processes, so that a service and a shell of one user find each other.
 */
export class ShmDirectory {
  /** Absolute path. */
  readonly path: string;
  /** The user that owns it. */
  readonly uid: number;

  /** Makes the folder, or checks the one that is there. `root` is for tests. Errors: `foreign`, `unavailable`. */
  constructor(root = "/dev/shm") {
    this.uid = new Libc().call.getuid();
    this.path = `${root}/uri-${this.uid}`;
    try {
      Deno.mkdirSync(this.path, { mode: 0o700 });
    } catch (cause) {
      if (!(cause instanceof Deno.errors.AlreadyExists)) {
        throw new TransportError(
          "unavailable",
          `making ${this.path}: ${(cause as Error).message}; protocol shm needs a writable ${root}`,
          {
            cause,
          },
        );
      }
    }
    const info = Deno.lstatSync(this.path);
    if (!info.isDirectory || info.uid !== this.uid || (info.mode! & 0o077) !== 0) {
      const is = `${info.isDirectory ? "a folder" : "no folder"} of user ${info.uid} with mode ${
        (info.mode! & 0o777).toString(8)
      }`;
      throw new TransportError(
        "foreign",
        `use of ${this.path}: it is ${is}; wanted a folder of user ${this.uid} with mode 700. Remove it, or have its owner remove it`,
      );
    }
  }

  /** Path of the file of `key` with the ending `kind`. Every key has its own; long ones are shortened with a hash. */
  file(key: string, kind: "cell" | "sock" | "lock"): string {
    let name = "";
    for (const byte of new TextEncoder().encode(key)) {
      const character = String.fromCharCode(byte);
      if (character === "/") name += "~";
      else name += /[A-Za-z0-9_.-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    }
    if (name.length > LONGEST) name = `${name.slice(0, LONGEST - 17)}+${hash(key)}`;
    return `${this.path}/${name}.${kind}`;
  }
}

/** FNV-1a, 64 bits, in hexadecimal digits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}
