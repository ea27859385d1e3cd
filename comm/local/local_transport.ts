import { channelCapacity } from "../channel_capacity.ts";
import { cellBytes } from "../cell/cell_bytes.ts";
import { CellMemory, type SingleCell } from "../cell/cell_memory.ts";
import { Declarations } from "../declarations.ts";
import { describeOwner } from "../describe_owner.ts";
import { QUERY_LIMIT } from "../query_limit.ts";
import { type KeyOwner, TransportError } from "../transport_error.ts";
import type {
  ChannelOptions,
  PublisherHandle,
  QueryHandler,
  QueryOptions,
  Registration,
  SubscriberHandle,
  Transport,
} from "../transport.ts";
import type { LocalHub, TokenWatcher } from "./local_hub.ts";

/** The in-process twin of the other transports, for tests: all transports on one {@link LocalHub} reach each other. */
export class LocalTransport implements Transport {
  /** The name of the protocol. */
  readonly protocol = "local";
  readonly #hub: LocalHub;
  readonly #self: KeyOwner;
  readonly #declarations = new Declarations();

  /** `description` is what other transports of the hub are told of this one as an owner. */
  constructor(hub: LocalHub, description = "local transport") {
    this.#hub = hub;
    this.#self = { pid: Deno.pid, description };
  }

  /** See {@link Transport.publish}. */
  async publish(key: string, options: ChannelOptions = {}): Promise<PublisherHandle> {
    let cell: SingleCell | undefined;
    const registration = await this.#own("publisher", key, () => {}, () => cell = this.#cell(key, options));
    return { ...registration, descriptor: { kind: "cell", cell: cell! } };
  }

  /** See {@link Transport.subscribe}. */
  subscribe(key: string, options: ChannelOptions = {}): Promise<SubscriberHandle> {
    return this.#declarations.declare(
      key,
      () => ({
        ...this.#declarations.add(() => {}),
        descriptor: this.#cell(key, options),
        accept() {},
        ignored: () => 0,
      }),
    );
  }

  /** See {@link Transport.answer}. */
  answer(key: string, handler: QueryHandler): Promise<Registration> {
    return this.#own("queryable", key, () => this.#hub.handlers.delete(key), () => {
      this.#hub.handlers.set(key, handler);
      this.#hub.waiting.forEach((wake) => wake());
    });
  }

  /** See {@link Transport.query}. */
  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined> {
    return this.#declarations.query(key, payload, options, (ended) => this.#ask(key, payload, ended));
  }

  /** See {@link Transport.declareToken}. */
  declareToken(key: string): Promise<Registration> {
    const tell = (alive: boolean) =>
      this.#hub.watchers.get(key)?.forEach((watcher) => queueMicrotask(() => watcher(alive, this.#self)));
    return this.#own("token", key, () => tell(false), () => tell(true));
  }

  /** See {@link Transport.watchToken}. */
  watchToken(key: string, onChange: TokenWatcher): Promise<Registration> {
    return this.#declarations.declare(key, () => {
      let open = true;
      const watcher: TokenWatcher = (alive, owner) => open && onChange(alive, alive ? owner : undefined);
      const set = this.#hub.watchers.get(key) ?? new Set();
      this.#hub.watchers.set(key, set.add(watcher));
      const owner = this.#hub.owners.get(`token ${key}`);
      if (owner !== undefined) queueMicrotask(() => watcher(true, owner));
      return this.#declarations.add(() => {
        open = false;
        set.delete(watcher);
      });
    });
  }

  /** See {@link Transport.fault}: nothing can be taken away in one process. */
  fault(): string {
    return "";
  }

  /** See {@link Transport.close}. */
  async close(): Promise<void> {
    await this.#declarations.releaseAll();
  }

  async #ask(key: string, payload: Uint8Array, ended: AbortSignal): Promise<Uint8Array | undefined> {
    const over = new Promise<undefined>((resolve) => {
      if (ended.aborted) resolve(undefined);
      ended.addEventListener("abort", () => resolve(undefined));
    });
    const answered = async (handler: QueryHandler) => {
      const answer = await handler(payload.slice(), this.#self);
      return answer.length <= QUERY_LIMIT ? new Uint8Array(answer) : undefined;
    };
    while (!ended.aborted) {
      const handler = this.#hub.handlers.get(key);
      if (handler !== undefined) return await Promise.race([answered(handler).catch(() => undefined), over]);
      const appeared = Promise.withResolvers<undefined>();
      const wake = () => appeared.resolve(undefined);
      this.#hub.waiting.add(wake);
      await Promise.race([appeared.promise, over]);
      this.#hub.waiting.delete(wake);
    }
    return undefined;
  }

  #cell(key: string, options: ChannelOptions): SingleCell {
    const capacity = channelCapacity(key, options);
    const existing = this.#hub.cells.get(key);
    const cell = existing ?? CellMemory.allocate(capacity);
    if (cell.kind === "shared" && cell.buffer.byteLength < cellBytes(capacity)) {
      throw new TransportError(
        "foreign",
        `channel '${key}': exists for smaller messages; wanted ${capacity} bytes at both ends`,
      );
    }
    this.#hub.cells.set(key, cell);
    return cell;
  }

  #own(role: string, key: string, onRelease: () => void, onOwned: () => void): Promise<Registration> {
    return this.#declarations.declare(key, () => {
      const owner = this.#hub.owners.get(`${role} ${key}`);
      if (owner !== undefined) {
        throw new TransportError("in_use", `${role} of '${key}': is held by ${describeOwner(owner)}`, {
          owner,
        });
      }
      onOwned();
      this.#hub.owners.set(`${role} ${key}`, this.#self);
      return this.#declarations.add(() => {
        this.#hub.owners.delete(`${role} ${key}`);
        onRelease();
      });
    });
  }
}
