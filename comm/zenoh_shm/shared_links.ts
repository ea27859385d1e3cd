import { sameOwner } from "../same_owner.ts";
import type { KeyOwner } from "../transport_error.ts";
import type { ZenohMeeting } from "../zenoh/zenoh_transport.ts";
import type { TransportNotice } from "../transport.ts";
import { LinkWay } from "./link_way.ts";
import type { SharingProbe } from "./sharing_probe.ts";

/** One link: the channels whose keys begin with the name of one robot. */
interface Link {
  readonly choice: SharedArrayBuffer;
  /** Why its channels cannot go through shared memory on this side; empty when they can. */
  obstacle: string;
  /** The last one who has asked, and why the memory cannot be shared with it; empty when it can. */
  asker?: { readonly owner: KeyOwner; readonly refusal: string };
  /** The last one who has answered this side. */
  answerer?: KeyOwner;
  /** The one that this side obeys. */
  partner?: KeyOwner;
  told: string;
}

/**
 * Which way the channels of each link take. The two sides agree when one of them asks the other, e.g. by the init query: the asking side shows that it
 * has memory to share, the answering side tries it, and goes over to it once its process has accepted the asking one (`accept` of the subscription);
 * the answer tells, and the asking side follows.
 */
export class SharedLinks implements ZenohMeeting {
  readonly #probe: SharingProbe | undefined;
  readonly #obstacle: string;
  readonly #notice: TransportNotice;
  readonly #links = new Map<string, Link>();

  /** `probe`, or the `obstacle` because of which there is none. */
  constructor(probe: SharingProbe | undefined, obstacle: string, notice: TransportNotice) {
    this.#probe = probe;
    this.#obstacle = obstacle;
    this.#notice = notice;
  }

  /** The word that chooses the way of all channels of a link. */
  choice(key: string): SharedArrayBuffer {
    return this.#link(key).choice;
  }

  /** A channel of this link has no shared memory, because of `obstacle`: none of them uses it. */
  prevent(key: string, obstacle: string): void {
    this.#link(key).obstacle ||= obstacle;
  }

  /** This side obeys `owner` from now on. */
  accept(key: string, owner: KeyOwner): void {
    const link = this.#link(key);
    const { asker, answerer } = link;
    link.partner = owner;
    if (answerer !== undefined && sameOwner(answerer, owner)) return; // the way was agreed on with its answer
    if (asker === undefined || !sameOwner(asker.owner, owner)) this.#choose(key, "it has not asked");
    else this.#choose(key, asker.refusal);
  }

  /** See {@link ZenohMeeting.ask}. */
  ask(key: string): Record<string, unknown> {
    return this.#link(key).obstacle === "" ? { sharing: this.#probe!.offer() } : {};
  }

  /** See {@link ZenohMeeting.asked}. */
  asked(key: string, owner: KeyOwner, more: Record<string, unknown>): void {
    const link = this.#link(key);
    link.asker = { owner, refusal: link.obstacle || this.#probe!.refusal(more.sharing) };
  }

  /** See {@link ZenohMeeting.answer}. */
  answer(key: string, asker: KeyOwner): Record<string, unknown> {
    const link = this.#link(key);
    const isPartner = link.partner !== undefined && sameOwner(link.partner, asker);
    const isShared = isPartner && Atomics.load(new Int32Array(link.choice), 0) === LinkWay.Shm;
    return { sharing: isShared ? "" : link.asker?.refusal || "not accepted" };
  }

  /** See {@link ZenohMeeting.answered}. */
  answered(key: string, answerer: KeyOwner, more: Record<string, unknown>): void {
    const link = this.#link(key);
    const { obstacle } = link;
    link.answerer = answerer;
    this.#choose(
      key,
      obstacle || (typeof more.sharing === "string" ? more.sharing : "the other side shares no memory"),
    );
  }

  #choose(key: string, refusal: string): void {
    const link = this.#link(key);
    Atomics.store(new Int32Array(link.choice), 0, refusal === "" ? LinkWay.Shm : LinkWay.Zenoh);
    const way = refusal === "" ? "through shared memory" : `over Zenoh (${refusal})`;
    if (way === link.told) return;
    link.told = way;
    this.#notice("info", `'${nameOf(key)}': State and Command go ${way}`);
  }

  #link(key: string): Link {
    const name = nameOf(key);
    const existing = this.#links.get(name);
    if (existing !== undefined) return existing;
    const link = { choice: new SharedArrayBuffer(4), obstacle: this.#obstacle, told: "" };
    this.#links.set(name, link);
    return link;
  }
}

/** What the keys of a link have in common: all chunks but the last. */
function nameOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf("/")));
}
