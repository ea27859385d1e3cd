/// <reference lib="dom" />
import type { ViewMessage } from "../feed/view_messages.ts";

/** What comes from the process. */
export interface FeedListener {
  /** A message. */
  onMessage(message: ViewMessage): void;
  /** A frame, see `FrameLayout`. */
  onFrame(frame: Float64Array): void;
  /** Nothing comes any more; `reason` says why. It is tried again. */
  onLost(reason: string): void;
}

/** So many frames are told as seen at once. */
const TELL_EVERY = 10;
const AGAIN_MS = 400;
/** Frames come sixty times a second; a network may stutter. */
const SILENT_MS = 700;

/** The line to the process: opened at once, and again whenever it is lost. */
export class FeedLink {
  readonly #listener: FeedListener;
  #socket: WebSocket | undefined;
  #heardMs = 0;
  #isLost = false;
  #isEnding = false;

  /** Opens it. */
  constructor(listener: FeedListener) {
    this.#listener = listener;
    this.#open();
    setInterval(() => this.#watch(), 100);
  }

  /** Says something to the process; nothing while it is not connected. */
  say(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #open(): void {
    const url = new URL("feed", document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#isEnding = false;
    let seen = 0;
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (socket !== this.#socket) return;
      this.#heardMs = performance.now();
      this.#isLost = false;
      if (typeof data !== "string") {
        if (++seen % TELL_EVERY === 0) socket.send(String(seen));
        return this.#listener.onFrame(new Float64Array(data));
      }
      const message = JSON.parse(data) as ViewMessage;
      if (message.type === "bye") this.#isEnding = true;
      this.#listener.onMessage(message);
    };
    socket.onclose = ({ reason }) => {
      if (socket !== this.#socket) return;
      this.#tellLost(this.#isEnding ? "the process has ended" : reason || "the process cannot be reached");
      setTimeout(() => this.#open(), AGAIN_MS);
    };
  }

  /** A process that is stopped, or a network that is gone, closes nothing. */
  #watch(): void {
    if (this.#heardMs > 0 && performance.now() - this.#heardMs > SILENT_MS) this.#tellLost("the process tells nothing");
  }

  #tellLost(reason: string): void {
    if (this.#isLost && reason === "the process cannot be reached") return;
    if (this.#isLost && reason === "the process tells nothing") return;
    this.#isLost = true;
    this.#heardMs = 0;
    this.#listener.onLost(reason);
  }
}
