import { RunFailure } from "./run_failure.ts";
import type { WorkerLine } from "./worker_line.ts";

/** Every message between a process's main thread and its control worker has a `type`. */
export interface WorkerMessage {
  /** What the message is. */
  readonly type: string;
}

/** Somebody has thrown in the worker where nobody waits for it. */
interface StrayMessage extends WorkerMessage {
  readonly reason: string;
}

/**
 * The main thread's end of the line to a control worker.
 *
 * - Messages go in order; `next` waits for one of the given types, and rejects when the worker fails before it comes.
 * - An exception that escapes the worker, or that nobody catches there, is a {@link RunFailure} with its text: the process logs it and ends.
 */
export class WorkerLink<In extends WorkerMessage, Out extends WorkerMessage> implements WorkerLine<In, Out> {
  readonly #worker: Worker;
  readonly #came: Out[] = [];
  readonly #waiting = new Set<() => void>();
  #failure: RunFailure | undefined;

  /** Starts the worker at `url`. `onLog` gets messages of type `log` at once. */
  constructor(url: URL, name: string, onLog: (message: Out) => void) {
    this.#worker = new Worker(url, { type: "module", name });
    this.#worker.onmessage = ({ data }: MessageEvent<Out | StrayMessage | undefined>) => {
      // A plugin may post what it likes.
      if (typeof data?.type !== "string") return;
      if (data.type === "log") return onLog(data as Out);
      if (data.type !== "stray") this.#came.push(data as Out);
      else this.#failure ??= new RunFailure(`control worker '${name}': ${(data as StrayMessage).reason}`);
      this.#wakeAll();
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#failure = new RunFailure(`control worker '${name}': ended by an exception: ${event.message}`);
      this.#wakeAll();
    };
  }

  /** Sends a message. */
  post(message: In): void {
    this.#worker.postMessage(message);
  }

  /** The next message that is one of `types`; others before it stay. Resolves to undefined when `signal` is aborted first. */
  async next(types: readonly Out["type"][], signal?: AbortSignal): Promise<Out | undefined> {
    const abort = () => this.#wakeAll();
    signal?.addEventListener("abort", abort);
    try {
      for (;;) {
        const at = this.#came.findIndex((message) => types.includes(message.type));
        if (at >= 0) return this.#came.splice(at, 1)[0];
        if (this.#failure !== undefined) throw this.#failure;
        if (signal?.aborted) return undefined;
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Ends the worker, whatever it does in JavaScript; a call of the system that blocks goes on until the process ends. */
  terminate(): void {
    this.#worker.terminate();
  }
}
