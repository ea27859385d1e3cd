import type { Registration } from "../transport.ts";
import type { KeyOwner } from "../transport_error.ts";
import { keyOwnerText } from "./key_owner_text.ts";
import { OwnerClaims } from "./owner_claims.ts";
import type { ZenohSession } from "./zenoh_session.ts";

/** A token without an owner is taken for one of a program that names none when no owner has appeared after this time [ms]. */
const OWNER_COMES_MS = 200;

/**
 * Watches the holder of a token: the token itself, which every program declares, and the owners that our programs name beside it.
 *
 * Tokens of one key merge on a network: while two processes hold it, it does not vanish with the first of them. That is why the holder counts as
 * gone as soon as the owner that was told is gone; if the token is still there then, another holder is told.
 *
 * A holder without a name is gone when the token is: an owner that appears beside it is told (its name may have come late), and does not make it gone,
 * nor does the end of that owner.
 */
export class ZenohTokenWatch {
  readonly #onChange: (alive: boolean, owner?: KeyOwner) => void;
  /** Owners by the keys of their tokens, in the order of their appearance. */
  readonly #owners = new Map<string, KeyOwner>();
  #isThere = false;
  /** Key of the owner that was told; "" for one without a name, undefined while nobody is there. */
  #told: string | undefined;
  /** Beside a holder without a name: key of the owner that was told last, "" for none. */
  #beside = "";
  #waiting: number | undefined;
  #open = true;
  #registrations: readonly Registration[] = [];

  private constructor(onChange: (alive: boolean, owner?: KeyOwner) => void) {
    this.#onChange = onChange;
  }

  /** Starts a watch; `onChange` may be called before this resolves. Errors: `TransportError`. */
  static async start(
    session: ZenohSession,
    key: string,
    onChange: (alive: boolean, owner?: KeyOwner) => void,
  ): Promise<ZenohTokenWatch> {
    const watch = new ZenohTokenWatch(onChange);
    const owners = await session.watchTokens(OwnerClaims.owners("token", key), (token, alive) => {
      const owner = OwnerClaims.read(token);
      if (!alive) watch.#owners.delete(token);
      else if (owner !== undefined) watch.#owners.set(token, owner);
      watch.#look();
    });
    watch.#registrations = [owners];
    const token = await session.watchTokens(key, (_, alive) => {
      watch.#isThere = alive;
      watch.#look();
    });
    watch.#registrations = [owners, token];
    return watch;
  }

  /** Ends the watch without a further call. May be called twice. */
  async stop(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#waiting);
    await Promise.all(this.#registrations.map((registration) => registration.release()));
  }

  #look(): void {
    if (!this.#open) return;
    const told = this.#told;
    // An owner without the token is on its way: it declares the token last, and takes it back first.
    const isGone = !this.#isThere || (told !== undefined && told !== "" && !this.#owners.has(told));
    if (told !== undefined && isGone) {
      this.#told = undefined;
      this.#onChange(false);
    }
    clearTimeout(this.#waiting);
    if (!this.#open || !this.#isThere) return;
    const [first] = this.#owners;
    if (this.#told === "" && this.#beside !== (first?.[0] ?? "")) {
      this.#beside = first?.[0] ?? "";
      this.#onChange(true, first?.[1] ?? keyOwnerText.unknown);
    }
    if (this.#told !== undefined) return;
    if (first !== undefined) this.#tell(...first);
    else this.#waiting = setTimeout(() => this.#tell("", keyOwnerText.unknown), OWNER_COMES_MS);
  }

  #tell(key: string, owner: KeyOwner): void {
    this.#told = key;
    this.#beside = "";
    this.#onChange(true, owner);
  }
}
