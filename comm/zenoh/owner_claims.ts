import { pause } from "../../core/pause.ts";
import { describeOwner } from "../describe_owner.ts";
import { sameOwner } from "../same_owner.ts";
import type { Registration, TransportNotice } from "../transport.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import { keyOwnerText } from "./key_owner_text.ts";
import type { ZenohSession } from "./zenoh_session.ts";

/** What of a key can be owned. */
export type OwnedRole = "publisher" | "queryable" | "token";

/** Longest wait for what the others hold [ms]: a process that is stopped does not answer, and must not stop others from starting. */
const FIND_MS = 1000;
/** What has just been given back may still seem to be there [ms]. */
const LEAVING_MS = 100;
/** How often it tries again when another process claims the same at the same time, and the longest pause [ms]. */
const ATTEMPTS = 30;
const PAUSE_MS = 60;
/** More of them are not told: somebody plays a trick. */
const MOST_RIVALS = 10;

/**
 * One owner of a key, on a network where anybody may declare anything: owners are known by liveliness tokens of their own, whose keys say who
 * they are.
 *
 * - First comes a claim, then a fence and a look at all claims and owners, and only when there is none the token of the owner, before the claim is
 *   taken back. Of two processes that claim at once at least one sees the other: the fence of the later one comes back after the claim of the other.
 * - A claim that meets another one is taken back, and tried again after a random pause; one that meets an owner is refused.
 * - Processes that cannot see each other, because the network between them is down, cannot refuse each other: whoever asks both of them finds out.
 * - Programs in other languages make no claims.
 */
export class OwnerClaims {
  readonly #session: ZenohSession;
  readonly #self: KeyOwner;
  readonly #notice: TransportNotice;
  /** What this session owns or claims itself: its own tokens are no news to it. */
  readonly #held = new Set<string>();

  /** `self`: what others are told. `notice` is told of a second owner. */
  constructor(session: ZenohSession, self: KeyOwner, notice: TransportNotice) {
    this.#session = session;
    this.#self = self;
    this.#notice = notice;
  }

  /** The key expression of the owners of `key`. */
  static owners(role: OwnedRole, key: string): string {
    return `@uri/own/${role}/${keyOwnerText.chunk(key)}/**`;
  }

  /** The owner that the key of a token names. */
  static read(token: string): KeyOwner | undefined {
    return keyOwnerText.readChunk(token.split("/")[4] ?? "");
  }

  /**
   * Becomes the owner of `key`. Errors: `in_use` with the owner. `findOther` finds out whether somebody holds it who makes no claims.
   */
  async take(
    role: OwnedRole,
    key: string,
    findOther: () => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<Registration> {
    const what = `${role} of '${key}'`;
    if (this.#held.has(what)) throw inUse(what, this.#self);
    this.#held.add(what);
    try {
      const owned = await this.#take(role, key, what, findOther);
      const watch = role === "token" ? await this.#watchRivals(key, what) : undefined;
      const release = async () => {
        this.#held.delete(what);
        await watch?.release();
        await owned.release();
      };
      return { release };
    } catch (error) {
      this.#held.delete(what);
      throw error;
    }
  }

  /** Tells when two owners have come together: the network between them was down when the second one claimed. */
  async #watchRivals(key: string, what: string): Promise<Registration> {
    let rivals = 0;
    return await this.#session.watchTokens(OwnerClaims.owners("token", key), (token, alive) => {
      const owner = OwnerClaims.read(token);
      if (!alive || owner === undefined || sameOwner(owner, this.#self) || ++rivals > MOST_RIVALS) return;
      const rival = describeOwner(owner);
      this.#notice(
        "warning",
        `${what}: is held by ${rival}, too, who could not be reached before; stop one of the two`,
      );
    });
  }

  async #take(role: OwnedRole, key: string, what: string, findOther: () => Promise<boolean>): Promise<Registration> {
    const chunk = keyOwnerText.chunk(key);
    const end = `${role}/${chunk}/${keyOwnerText.chunk(JSON.stringify(this.#self))}/${crypto.randomUUID()}`;
    for (let attempt = 1;; attempt++) {
      const claim = await this.#session.declareToken(`@uri/claim/${end}`);
      let owner: KeyOwner | undefined;
      let isOwned = false;
      try {
        for (let look = 0; look < 2; look++) {
          await this.#session.fence();
          const others = (await this.#session.findTokens(`@uri/*/${role}/${chunk}/**`, FIND_MS))
            .filter((token) => !token.endsWith(end));
          const first = others.find((token) => token.startsWith("@uri/own/"));
          isOwned = first !== undefined || await findOther();
          owner = OwnerClaims.read(first ?? others[0] ?? "");
          if (first === undefined && !isOwned && others.length === 0) {
            return await this.#session.declareToken(`@uri/own/${end}`);
          }
          if (!isOwned) break;
          if (look === 0) await pause(LEAVING_MS);
        }
      } finally {
        await claim.release();
      }
      if (isOwned || attempt === ATTEMPTS) throw inUse(what, owner ?? keyOwnerText.unknown);
      await pause(Math.random() * PAUSE_MS);
    }
  }
}

function inUse(what: string, owner: KeyOwner): TransportError {
  return new TransportError(
    "in_use",
    `${what}: is held by ${describeOwner(owner)}; stop it first, or use another name`,
    {
      owner,
    },
  );
}
