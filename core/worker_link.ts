import { Mailbox } from "./mailbox.ts";
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
  readonly #mailbox = new Mailbox<Out>();

  /** Starts the worker at `url`. `onLog` gets messages of type `log` at once. */
  constructor(url: URL, name: string, onLog: (message: Out) => void) {
    this.#worker = new Worker(url, { type: "module", name });
    this.#worker.onmessage = ({ data }: MessageEvent<Out | StrayMessage | undefined>) => {
      // A plugin may post what it likes.
      if (typeof data?.type !== "string") return;
      if (data.type === "log") onLog(data as Out);
      else if (data.type === "stray") this.#fail(`control worker '${name}': ${(data as StrayMessage).reason}`);
      else this.#mailbox.put(data as Out);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(`control worker '${name}': ended by an exception: ${event.message}`);
    };
  }

  /** Sends a message. */
  post(message: In): void {
    this.#worker.postMessage(message);
  }

  /** See {@link WorkerLine.next}. */
  next(types: readonly Out["type"][], signal?: AbortSignal): Promise<Out | undefined> {
    return this.#mailbox.next(types, signal);
  }

  /** Ends the worker, whatever it does in JavaScript; a call of the system that blocks goes on until the process ends. */
  terminate(): void {
    this.#worker.terminate();
  }

  #fail(text: string): void {
    this.#mailbox.fail(new RunFailure(text));
  }
}
