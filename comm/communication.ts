import { SystemClock } from "../core/system_clock.ts";
import { ChannelReader } from "./channel_reader.ts";
import { ChannelWriter } from "./channel_writer.ts";
import type { CommunicationOptions } from "./communication_options.ts";
import { PeerLink, type PeerLinkKeys } from "./peer_link.ts";
import { robotKeys } from "./robot_keys.ts";
import type { MessageType } from "./serializer/message_type.ts";
import { SerializationError } from "./serializer/serialization_error.ts";
import type { Serializer } from "./serializer/serializer.ts";
import { Subscription, type SubscriptionOptions } from "./subscription.ts";
import type { ChannelOptions, QueryHandler, Registration, Transport } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/** How long a query waits when nothing else is asked for [ms]. */
const QUERY_MS = 5000;

/** How often a subscription looks for a message when nothing else is asked for [ms]. */
const POLL_MS = 2;

/**
 * The link between a robot's manager and its interface, for tools, tests and managers of one's own: a transport paired with a serializer.
 *
 * - Who creates: `makeCommunication`, from a `network_interface` section. It belongs to the main thread, which may await and allocate;
 *   control loops use the cells of the transport instead.
 * - Who blocks: nothing. `send`, `receive`, `peerAlive` and `rxAge` return at once.
 * - Roles: the manager's side calls `setupServer`, the robot's side `setupClient`, once. `send` and `receive` then use the right topics.
 * - If the peer dies: `peerAlive` turns false, at once or as fast as the transport knows; what was received stays received.
 */
export class Communication implements AsyncDisposable {
  /** Name of the robot: the first chunk of its topics. */
  readonly name: string;
  /** How messages travel. */
  readonly transport: Transport;
  /** How messages become bytes. */
  readonly serializer: Serializer;
  readonly #channel: ChannelOptions;
  readonly #pollMs: number;
  readonly #clock = new SystemClock();
  readonly #writers = new Map<string, Promise<ChannelWriter>>();
  readonly #subscriptions = new Set<() => void>();
  #role: "server" | "client" | undefined;
  #link: PeerLink | undefined;
  #closed = false;

  /** Pairs the two; the transport is closed together with this object. */
  constructor(name: string, transport: Transport, serializer: Serializer, options: CommunicationOptions = {}) {
    this.name = name;
    this.transport = transport;
    this.serializer = serializer;
    this.#channel = options.capacity === undefined ? {} : { capacity: options.capacity };
    this.#pollMs = options.pollMs ?? POLL_MS;
  }

  /**
   * Takes the manager's side: sends on `{name}/command`, receives from `{name}/state`, holds the token `uri/alive/{name}/manager` and
   * watches that of the interface. Errors: `TransportError`, e.g. `in_use` with the manager that has the robot.
   */
  async setupServer(): Promise<void> {
    const { state, command, managerToken, interfaceToken } = robotKeys(this.name);
    await this.#setup("server", {
      send: command,
      receive: state,
      ownToken: managerToken,
      peerToken: interfaceToken,
    });
  }

  /** Takes the robot's side: the mirror image of `setupServer`. Errors: `TransportError`, e.g. `in_use` with the other interface. */
  async setupClient(): Promise<void> {
    const { state, command, managerToken, interfaceToken } = robotKeys(this.name);
    await this.#setup("client", {
      send: state,
      receive: command,
      ownToken: interfaceToken,
      peerToken: managerToken,
    });
  }

  /** Writes a message: what `send` takes. What is left out of a State or Command is empty or zero. Errors: `SerializationError`. */
  encode<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array {
    return this.serializer.serialize(type, value);
  }

  /** Reads a message; undefined when the bytes are none of that type (`serializer.deserialize` says why they are not). */
  decode<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T | undefined {
    try {
      return this.serializer.deserialize(type, bytes);
    } catch (error) {
      if (error instanceof SerializationError) return undefined;
      throw error;
    }
  }

  /** Sends an encoded message to the peer; one that it has not taken yet is overwritten. Errors: `unavailable` before set-up, `too_large`. */
  send(bytes: Uint8Array): void {
    this.#ready("send()").writer.send(bytes);
  }

  /**
   * The latest message from the peer, or undefined when there is no new one. Each message is returned once: the C++ library returns the
   * latest again at every call, so that its callers cannot tell a new message from an old one. Errors: `unavailable` before set-up.
   */
  receive(): Uint8Array | undefined {
    return this.#ready("receive()").reader.take();
  }

  /**
   * False once the peer was seen and then lost, and true again when it comes back. Before it was ever seen it is true: nothing was lost
   * yet, and it may start later. `peerSeen` tells the two apart. Errors: `unavailable` before set-up.
   */
  peerAlive(): boolean {
    return this.#ready("peerAlive()").alive;
  }

  /** True once the peer was seen. Errors: `unavailable` before set-up. */
  peerSeen(): boolean {
    return this.#ready("peerSeen()").seen;
  }

  /** Time since the latest message of the peer arrived, taken or not [ms]; `Infinity` before the first. Errors: `unavailable` before set-up. */
  rxAge(): number {
    return this.#ready("rxAge()").reader.ageMs();
  }

  /** This host's steady clock [ns], as in `State.stamp`. */
  stamp(): bigint {
    const words = new Uint32Array(2);
    this.#clock.stamp(this.#clock.now(), words, 0);
    return BigInt(words[1]) << 32n | BigInt(words[0]);
  }

  /**
   * Answers the queries on `key`, until the result is released. An exception of `handler` reaches the asking side as "no answer".
   * Errors: `in_use` with the owner, `closed`, `unavailable`.
   */
  async handleQuery(key: string, handler: QueryHandler): Promise<Registration> {
    return await this.transport.answer(key, handler);
  }

  /**
   * Asks on `key` and waits for the answer, at most `timeoutMs` [ms]. The answering side may come later. Undefined when none came: is
   * the other process running? Errors: `too_large`, `closed`.
   */
  async query(key: string, payload: Uint8Array, timeoutMs: number = QUERY_MS): Promise<Uint8Array | undefined> {
    return await this.transport.query(key, payload, { timeoutMs });
  }

  /**
   * Publishes a value on `key`. The first one declares the publisher, which stays until `close`.
   * Errors: `SerializationError`, `TransportError`, e.g. `in_use` with the process that publishes there.
   */
  async publish<T, Given>(key: string, type: MessageType<T, Given>, value: Given): Promise<void> {
    const bytes = this.encode(type, value);
    (await this.#writer(key)).send(bytes);
  }

  /**
   * Calls `callback` on the main thread with every value on `key` that it finds there, looking every `pollMs`. As everywhere, only the
   * latest counts: of values that come faster the older ones are not delivered. Ends when the result is released, or by `close`.
   * Errors: `TransportError`.
   */
  async subscribe<T, Given>(
    key: string,
    type: MessageType<T, Given>,
    callback: (value: T) => void,
    options: SubscriptionOptions = {},
  ): Promise<Registration> {
    const handle = await this.transport.subscribe(key, this.#channel);
    const subscription = new Subscription(
      new ChannelReader(handle, this.#clock),
      (bytes) => this.serializer.deserialize(type, bytes),
      callback,
      options.pollMs ?? this.#pollMs,
      options.onRefused,
    );
    const stop = () => subscription.stop();
    this.#subscriptions.add(stop);
    return {
      release: async () => {
        stop();
        this.#subscriptions.delete(stop);
        await handle.release();
      },
    };
  }

  /** Ends everything, the transport included. May be called twice. */
  async close(): Promise<void> {
    for (const stop of this.#subscriptions) stop();
    this.#subscriptions.clear();
    this.#link = undefined;
    this.#writers.clear();
    this.#closed = true;
    await this.transport.close();
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #setup(role: "server" | "client", keys: PeerLinkKeys): Promise<void> {
    if (this.#role !== undefined) {
      throw new TransportError(
        "unavailable",
        `setting up '${this.name}' as ${role}: it is set up as ${this.#role}; make another Communication for the other side`,
      );
    }
    this.#role = role;
    try {
      const link = await PeerLink.open(this.transport, keys, this.#clock, this.#channel);
      if (this.#closed) return;
      this.#link = link;
      this.#writers.set(keys.send, Promise.resolve(link.writer));
    } catch (error) {
      this.#role = undefined;
      throw error;
    }
  }

  #ready(use: string): PeerLink {
    if (this.#link !== undefined) return this.#link;
    throw this.#closed
      ? new TransportError("closed", `${use} of '${this.name}': it was closed; make another Communication`)
      : new TransportError(
        "unavailable",
        `${use} of '${this.name}': it has no side yet; call setupServer() or setupClient() first`,
      );
  }

  async #writer(key: string): Promise<ChannelWriter> {
    const declared = this.#writers.get(key);
    if (declared !== undefined) return await declared;
    const declaring = this.transport.publish(key, this.#channel)
      .then((handle) => new ChannelWriter(key, handle, this.#clock));
    this.#writers.set(key, declaring);
    try {
      return await declaring;
    } catch (error) {
      this.#writers.delete(key); // the next attempt may have more luck
      throw error;
    }
  }
}
