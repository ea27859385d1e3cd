import { SystemClock } from "../../core/system_clock.ts";

/** What one process shows another, so that it can find out whether both see the same memory: it travels as JSON. */
export interface SharingOffer {
  /** Folder of its cells. */
  readonly folder: string;
  /** A file in it. */
  readonly file: string;
  /** What the file says. */
  readonly secret: string;
  /** Its steady clock [s]: processes of one host have the same, unless one runs in a time namespace of its own. */
  readonly steadyS: number;
}

const TWO_32 = 4294967296;
/** Most that two looks at one clock may be apart: an offer travels [s]. */
const CLOCK_TOLERANCE_S = 120;

/**
 * Finds out whether another process can share memory with this one. It is tried and not assumed: a process may be on another host, be another user's, or
 * have a /dev/shm of its own in a container.
 */
export class SharingProbe {
  readonly #folder: string;
  readonly #file: string;
  readonly #secret: string;

  /** Puts a file into `folder`, where this process has its cells. Errors: those of the file system. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#secret = crypto.randomUUID();
    // The name is that of a file which others remove once this process has ended.
    this.#file = `~${Deno.pid}-probe-${crypto.randomUUID().slice(0, 8)}`;
    this.#write();
  }

  /** To be shown to another process. Errors: those of the file system. */
  offer(): SharingOffer {
    this.#write(); // where processes do not see each other, as in containers, somebody may have taken it for a leftover
    return { folder: this.#folder, file: this.#file, secret: this.#secret, steadyS: steadyS() };
  }

  /** Why `offer`, of another process, cannot be taken; empty when it can. What is no offer at all is one that nobody made. */
  refusal(offer: unknown): string {
    const { folder, file, secret, steadyS: theirs } = (offer ?? {}) as Partial<SharingOffer>;
    if (typeof folder !== "string" || typeof file !== "string" || typeof secret !== "string") {
      return "the other side shares no memory";
    }
    if (folder !== this.#folder) return `the other side has its cells in ${folder}, this one in ${this.#folder}`;
    if (!/^~\d+-probe-[0-9a-f]+$/.test(file)) return "the other side names no file of its cells";
    if (typeof theirs !== "number" || Math.abs(steadyS() - theirs) > CLOCK_TOLERANCE_S) {
      return "the other side has another clock";
    }
    try {
      if (Deno.readTextFileSync(`${folder}/${file}`) === secret) return "";
    } catch {
      // not there: not the same memory
    }
    return `${folder} of the other side is another one`;
  }

  #write(): void {
    Deno.writeTextFileSync(`${this.#folder}/${this.#file}`, this.#secret, { mode: 0o600 });
  }

  /** Removes the file. */
  close(): void {
    try {
      Deno.removeSync(`${this.#folder}/${this.#file}`);
    } catch {
      // removed by somebody else; nobody needs it any more
    }
  }
}

function steadyS(): number {
  const clock = new SystemClock();
  const words = new Uint32Array(2);
  clock.stamp(clock.now(), words, 0);
  return (words[1] * TWO_32 + words[0]) / 1e9;
}
