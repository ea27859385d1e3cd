import {
  type ChannelOptions,
  openTransport,
  type PublisherHandle,
  type QueryHandler,
  type QueryOptions,
  type Registration,
  type SubscriberHandle,
  type Transport,
  transportRegistry,
} from "../../comm/mod.ts";

/**
 * A transport of one's own: all its keys lie below a prefix, so that two test cells with robots of the same names can share a
 * computer. It hands everything on to another transport.
 */
export class PrefixedTransport implements Transport {
  readonly protocol = "prefixed";
  readonly #inner: Transport;
  readonly #prefix: string;

  constructor(inner: Transport, prefix: string) {
    this.#inner = inner;
    this.#prefix = prefix;
  }

  publish(key: string, options?: ChannelOptions): Promise<PublisherHandle> {
    return this.#inner.publish(this.#full(key), options);
  }

  subscribe(key: string, options?: ChannelOptions): Promise<SubscriberHandle> {
    return this.#inner.subscribe(this.#full(key), options);
  }

  answer(key: string, handler: QueryHandler): Promise<Registration> {
    return this.#inner.answer(this.#full(key), handler);
  }

  query(key: string, payload: Uint8Array, options: QueryOptions): Promise<Uint8Array | undefined> {
    return this.#inner.query(this.#full(key), payload, options);
  }

  declareToken(key: string): Promise<Registration> {
    return this.#inner.declareToken(this.#full(key));
  }

  watchToken(key: string, onChange: Parameters<Transport["watchToken"]>[1]): Promise<Registration> {
    return this.#inner.watchToken(this.#full(key), onChange);
  }

  fault(): string {
    return this.#inner.fault();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #full(key: string): string {
    return `${this.#prefix}/${key}`;
  }
}

/** Makes `protocol: prefixed` known; the prefix is the key `prefix` of `network_interface`. The result takes it back. */
export function registerPrefixedTransport(): () => void {
  return transportRegistry.register(
    "prefixed",
    async (description, network) =>
      new PrefixedTransport(await openTransport("shm", description), String(network.prefix ?? "cell")),
  );
}
