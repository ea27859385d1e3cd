import { ShmDirectory } from "../shm/shm_directory.ts";
import { ShmTransport } from "../shm/shm_transport.ts";
import type {
  ChannelOptions,
  PublisherHandle,
  QueryHandler,
  QueryOptions,
  Registration,
  SubscriberHandle,
  Transport,
  TransportNotice,
} from "../transport.ts";
import type { KeyOwner } from "../transport_error.ts";
import type { ZenohSession } from "../zenoh/zenoh_session.ts";
import { ZenohTransport } from "../zenoh/zenoh_transport.ts";
import { SharedLinks } from "./shared_links.ts";
import { SharingProbe } from "./sharing_probe.ts";

/** What a {@link ZenohShmTransport} is made of. */
export interface ZenohShmTransportParts {
  /** Opened with the mark of `self`; closed together with the transport. */
  readonly session: ZenohSession;
  /** What others are told of this process. */
  readonly self: KeyOwner & { readonly mark: number };
  /** Told once for each link which way it takes. */
  readonly notice: TransportNotice;
  /** For tests: what stands in the place of /dev/shm. */
  readonly root?: string;
}

/**
 * The protocol `zenoh/shm`: queries and tokens by Zenoh, channels through cells in shared memory between processes that can share some, and by Zenoh
 * between all others.
 *
 * - Which way a link takes is agreed on when one side asks the other: see `SharedLinks`. It may change when another process takes its place.
 * - The cells are those of the protocol `shm`, with its locks and its care for leftovers; where there is no shared memory, all goes by Zenoh.
 */
export class ZenohShmTransport implements Transport {
  /** The name of the protocol. */
  readonly protocol = "zenoh/shm";
  readonly #zenoh: ZenohTransport;
  readonly #shm: ShmTransport | undefined;
  readonly #probe: SharingProbe | undefined;
  readonly #links: SharedLinks;
  readonly #mark: number;

  /** Takes over the session. */
  constructor({ session, self, notice, root }: ZenohShmTransportParts) {
    let obstacle = "";
    try {
      this.#shm = new ShmTransport(self.description, root);
      this.#probe = new SharingProbe(new ShmDirectory(root).path);
    } catch (error) {
      obstacle = (error as Error).message;
    }
    this.#mark = self.mark;
    this.#links = new SharedLinks(this.#probe, obstacle, notice);
    this.#zenoh = new ZenohTransport({ protocol: this.protocol, session, self, notice, meeting: this.#links });
  }

  /** See {@link Transport.publish}. */
  async publish(key: string, options?: ChannelOptions): Promise<PublisherHandle> {
    const zenoh = await this.#zenoh.publish(key, options);
    const shm = await this.#share(key, (transport) => transport.publish(key, options));
    if (shm === undefined || shm.descriptor.kind !== "cell") return zenoh;
    const cell = { ...shm.descriptor, mark: this.#mark };
    const descriptor = { kind: "switched", ways: [zenoh.descriptor, cell], choice: this.#links.choice(key) } as const;
    return { ...both(zenoh, shm), descriptor };
  }

  /** See {@link Transport.subscribe}. */
  async subscribe(key: string, options?: ChannelOptions): Promise<SubscriberHandle> {
    const zenoh = await this.#zenoh.subscribe(key, options);
    const accept = (owner: KeyOwner) => {
      zenoh.accept(owner);
      this.#links.accept(key, owner);
    };
    const shm = await this.#share(key, (transport) => transport.subscribe(key, options));
    if (shm === undefined || shm.descriptor.kind === "switched" || zenoh.descriptor.kind === "switched") {
      return { ...zenoh, accept };
    }
    const cells = [zenoh.descriptor, shm.descriptor];
    const descriptor = { kind: "switched", cells, choice: this.#links.choice(key) } as const;
    return { ...both(zenoh, shm), descriptor, accept, ignored: zenoh.ignored };
  }

  /** See {@link Transport.answer}. */
  answer(key: string, handler: QueryHandler): Promise<Registration> {
    return this.#zenoh.answer(key, handler);
  }

  /** See {@link Transport.query}. */
  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined> {
    return this.#zenoh.query(key, payload, options);
  }

  /** See {@link Transport.declareToken}. */
  declareToken(key: string): Promise<Registration> {
    return this.#zenoh.declareToken(key);
  }

  /** See {@link Transport.watchToken}. */
  watchToken(key: string, onChange: (alive: boolean, owner?: KeyOwner) => void): Promise<Registration> {
    return this.#zenoh.watchToken(key, onChange);
  }

  /** See {@link Transport.fault}. */
  fault(): string {
    return this.#zenoh.fault() || (this.#shm?.fault() ?? "");
  }

  /** See {@link Transport.close}. */
  async close(): Promise<void> {
    try {
      await this.#zenoh.close();
    } finally {
      await this.#shm?.close();
      this.#probe?.close();
    }
  }

  /** Makes the shared half of a channel; where that cannot be had, the link goes by Zenoh. */
  async #share<T>(key: string, make: (shm: ShmTransport) => Promise<T>): Promise<T | undefined> {
    if (this.#shm === undefined || this.#probe === undefined) return undefined;
    try {
      return await make(this.#shm);
    } catch (error) {
      this.#links.prevent(key, (error as Error).message);
      return undefined;
    }
  }
}

function both(first: Registration, second: Registration): Registration {
  const release = async () => {
    await first.release();
    await second.release();
  };
  return { release };
}
