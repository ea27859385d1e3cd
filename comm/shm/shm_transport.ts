import { channelCapacity } from "../channel_capacity.ts";
import { Declarations } from "../declarations.ts";
import { QUERY_LIMIT } from "../query_limit.ts";
import { readKeyOwner } from "../read_key_owner.ts";
import type { KeyOwner } from "../transport_error.ts";
import type {
  ChannelOptions,
  PublisherHandle,
  QueryHandler,
  QueryOptions,
  Registration,
  SubscriberHandle,
  Transport,
} from "../transport.ts";
import { askUnix } from "./ask_unix.ts";
import { FileLock } from "./file_lock.ts";
import type { Frames } from "./frames.ts";
import { MappedCell } from "./mapped_cell.ts";
import { ShmDirectory } from "./shm_directory.ts";
import { sweepLeftovers } from "./sweep_leftovers.ts";
import { TokenWatch } from "./token_watch.ts";
import { UnixService } from "./unix_service.ts";

/** A query that has not arrived whole after this time is given up [ms]. */
const QUERY_ARRIVES_MS = 10_000;

/**
 * The protocol `shm`: processes of one user on one host, nothing else installed. Channels are cells in POSIX shared memory, queries and
 * tokens are Unix sockets, all of them in the folder of {@link ShmDirectory}.
 */
export class ShmTransport implements Transport {
  /** The name of the protocol. */
  readonly protocol = "shm";
  readonly #directory: ShmDirectory;
  readonly #self: KeyOwner;
  readonly #queryArrivesMs: number;
  readonly #declarations = new Declarations();
  /** For each lock of ours: whether it still stands. */
  readonly #owned = new Map<string, () => boolean>();

  /**
   * Also removes what killed processes left behind. `description` is what other processes are told of this one as an owner. For tests: `root` in the place of /dev/shm, and how long a
   * query may take to arrive [ms]. Errors: `foreign`, `unavailable`.
   */
  constructor(description: string, root?: string, queryArrivesMs: number = QUERY_ARRIVES_MS) {
    this.#directory = new ShmDirectory(root);
    sweepLeftovers(this.#directory.path);
    this.#self = { pid: Deno.pid, description };
    this.#queryArrivesMs = queryArrivesMs;
  }

  /** See {@link Transport.publish}. */
  publish(key: string, options: ChannelOptions = {}): Promise<PublisherHandle> {
    return this.#declarations.declare(key, () => {
      this.#directory.make();
      const lock = FileLock.acquire(this.#directory.file(key, "cell-lock"), this.#self, `publishing '${key}'`);
      try {
        const cell = this.#map(key, options);
        const undo = () => {
          this.#owned.delete(`publishing '${key}'`);
          cell.close();
          lock.release();
        };
        this.#owned.set(`publishing '${key}'`, () => lock.isIntact());
        return { ...this.#declarations.add(undo), descriptor: { kind: "cell", cell: cell.descriptor } };
      } catch (error) {
        lock.release();
        throw error;
      }
    });
  }

  /** See {@link Transport.subscribe}. */
  subscribe(key: string, options: ChannelOptions = {}): Promise<SubscriberHandle> {
    return this.#declarations.declare(key, () => {
      this.#directory.make();
      const cell = this.#map(key, options);
      // One process at a time may send: there is nobody to keep away.
      return {
        ...this.#declarations.add(() => cell.close()),
        descriptor: cell.descriptor,
        accept() {},
        ignored: () => 0,
      };
    });
  }

  /** See {@link Transport.answer}. */
  answer(key: string, handler: QueryHandler): Promise<Registration> {
    return this.#serve(key, "query", `answering '${key}'`, async (frames, close) => {
      // Whoever connects and then says nothing would keep a file of this process for ever.
      const deadline = setTimeout(close, this.#queryArrivesMs);
      const hello = await frames.read();
      const payload = await frames.read();
      clearTimeout(deadline);
      const asker = hello === undefined ? undefined : readKeyOwner(new TextDecoder().decode(hello));
      if (asker === undefined || payload === undefined) return;
      const answer = await handler(payload, asker);
      if (answer.length <= QUERY_LIMIT) await frames.write(answer);
    });
  }

  /** See {@link Transport.query}. */
  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined> {
    return this.#declarations.query(
      key,
      payload,
      options,
      (ended) => askUnix(this.#directory.file(key, "query"), payload, this.#self, ended),
    );
  }

  /** See {@link Transport.declareToken}. */
  declareToken(key: string): Promise<Registration> {
    const hello = new TextEncoder().encode(JSON.stringify(this.#self));
    return this.#serve(key, "token", `token '${key}'`, async (frames) => {
      await frames.write(hello);
      while (await frames.read() !== undefined);
    });
  }

  /** See {@link Transport.watchToken}. */
  watchToken(key: string, onChange: (alive: boolean, owner?: KeyOwner) => void): Promise<Registration> {
    return this.#declarations.declare(key, () => {
      const watch = new TokenWatch(this.#directory.file(key, "token"), onChange);
      return this.#declarations.add(() => watch.stop());
    });
  }

  /** See {@link Transport.fault}. */
  fault(): string {
    for (const [what, isIntact] of this.#owned) {
      if (isIntact()) continue;
      return `${what}: its files in ${this.#directory.path} were removed (at a logout, by RemoveIPC of systemd?), and another process may take its place; ` +
        `start again, as a system user or with RemoveIPC=no`;
    }
    return "";
  }

  /** See {@link Transport.close}. */
  async close(): Promise<void> {
    await this.#declarations.releaseAll();
  }

  #serve(
    key: string,
    role: "query" | "token",
    what: string,
    serve: (frames: Frames, close: () => void) => Promise<void>,
  ): Promise<Registration> {
    return this.#declarations.declare(key, () => {
      this.#directory.make();
      const service = UnixService.start(this.#directory, key, role, this.#self, what, serve);
      this.#owned.set(what, () => service.isIntact());
      return this.#declarations.add(() => {
        this.#owned.delete(what);
        service.stop();
      });
    });
  }

  #map(key: string, options: ChannelOptions): MappedCell {
    return MappedCell.open(this.#directory.file(key, "cell"), channelCapacity(key, options));
  }
}
