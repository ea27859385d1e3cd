import type { FeedSocket } from "../feed/view_client.ts";
import { WebSocketDecoder } from "./web_socket_decoder.ts";
import { webSocketFrame } from "./web_socket_frame.ts";

const [OPEN, CLOSING, CLOSED] = [1, 2, 3];
const Kind = { Text: 1, Binary: 2, Close: 8, Ping: 9 } as const;
/** Time for the other end to say that it has heard of the end [ms]; then the connection is closed, whatever it does. */
const CLOSE_MS = 2000;
/** With more than this unsent a ping is not answered [bytes]: who reads nothing needs no answer. */
const MOST_UNSENT = 64 * 1024;
const READ_BYTES = 4096;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The server's end of a WebSocket (RFC 6455) over a connection that it owns from now on.
 *
 * - Messages of the page are short; a longer one ends it.
 * - What is sent is copied, and queues while the other end takes nothing: `bufferedAmount` tells who sends.
 * - `close` says why, and the connection is closed two seconds later at the latest, also when nobody reads: it never holds on to it.
 */
export class WebSocketEnd implements FeedSocket {
  /** Is given what the page says: a text, or bytes. */
  onmessage: (data: string | Uint8Array) => void = () => {};
  /** Is told once that the connection is closed. */
  onclose: () => void = () => {};
  /** Resolved when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #connection: Deno.Conn;
  readonly #decoder = new WebSocketDecoder();
  readonly #queue: Uint8Array[] = [];
  readonly #end: () => void;
  #unsent = 0;
  #state = OPEN;
  #isWriting = false;
  /** The other end has said that this is the end, or nothing that can be understood. */
  #isDeaf = false;
  #hasHeardEnd = false;
  #timer: number | undefined;

  /** `accept`: see `acceptWebSocket`. `rest`: bytes that came behind the head of the request. */
  constructor(connection: Deno.Conn, accept: string, rest: Uint8Array) {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.closed, this.#end] = [promise, resolve];
    this.#connection = connection;
    this.#put(encoder.encode(
      `HTTP/1.1 101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    ));
    void this.#read(rest.slice());
  }

  /** Bytes that were given to it and are not sent. */
  get bufferedAmount(): number {
    return this.#unsent;
  }

  /** See `WebSocket.OPEN`. */
  get readyState(): number {
    return this.#state;
  }

  /** Sends a message, after those before it; nothing once it is being closed. */
  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    if (this.#state !== OPEN) return;
    if (typeof data === "string") this.#put(webSocketFrame(Kind.Text, encoder.encode(data)));
    else this.#put(webSocketFrame(Kind.Binary, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  }

  /** Says that this is the end, and why, and closes the connection when the other end has heard it, or after two seconds. */
  close(code = 1000, reason = ""): void {
    if (this.#state !== OPEN) return;
    this.#state = CLOSING;
    const text = encoder.encode(reason);
    const payload = new Uint8Array(2 + text.length);
    new DataView(payload.buffer).setUint16(0, code);
    payload.set(text, 2);
    this.#timer = setTimeout(() => this.terminate(), CLOSE_MS);
    this.#put(webSocketFrame(Kind.Close, payload));
  }

  /** Closes the connection at once. */
  terminate(): void {
    if (this.#state === CLOSED) return;
    this.#state = CLOSED;
    clearTimeout(this.#timer);
    this.#queue.length = this.#unsent = 0;
    try {
      this.#connection.close();
    } catch {
      // The other end was quicker.
    }
    this.onclose();
    this.#end();
  }

  #put(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    this.#unsent += bytes.length;
    if (!this.#isWriting) void this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      for (let bytes = this.#queue[0]; bytes !== undefined; bytes = this.#queue[0]) {
        const sent = await this.#connection.write(bytes);
        if (this.#state === CLOSED) return;
        this.#unsent -= sent;
        if (sent < bytes.length) this.#queue[0] = bytes.subarray(sent);
        else this.#queue.shift();
      }
    } catch {
      // The other end has gone.
      return this.terminate();
    }
    this.#isWriting = false;
    if (this.#hasHeardEnd) this.terminate();
  }

  async #read(rest: Uint8Array): Promise<void> {
    try {
      // Who has opened it says what is to be done with messages first.
      await Promise.resolve();
      this.#take(rest);
      const buffer = new Uint8Array(READ_BYTES);
      for (let length; (length = await this.#connection.read(buffer)) !== null;) this.#take(buffer.subarray(0, length));
    } catch {
      // It was closed.
    }
    this.terminate();
  }

  #take(bytes: Uint8Array): void {
    if (this.#isDeaf || bytes.length === 0) return;
    const fault = this.#decoder.take(bytes, (kind, payload) => this.#hear(kind, payload));
    if (fault === 0) return;
    this.#isDeaf = true;
    this.close(fault, fault === 1009 ? "the message is too long" : "that is no WebSocket");
  }

  #hear(kind: number, payload: Uint8Array): void {
    if (this.#isDeaf) return;
    if (kind === Kind.Close) {
      this.close(payload.length < 2 ? 1000 : new DataView(payload.buffer).getUint16(0));
      this.#isDeaf = this.#hasHeardEnd = true;
      if (!this.#isWriting) this.terminate();
    } else if (this.#state !== OPEN) return;
    else if (kind === Kind.Text) this.onmessage(decoder.decode(payload));
    else if (kind === Kind.Binary) this.onmessage(payload);
    else if (kind === Kind.Ping && this.#unsent < MOST_UNSENT) this.#put(webSocketFrame(10, payload));
  }
}
