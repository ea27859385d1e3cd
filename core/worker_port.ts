import { describeThrown } from "./module/describe_thrown.ts";
import type { WorkerMessage } from "./worker_link.ts";

/** What a worker's global scope has. */
interface Scope {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "unhandledrejection", listener: (event: PromiseRejectionEvent) => void): void;
  addEventListener(type: "error", listener: (event: ErrorEvent) => void): void;
  postMessage(message: unknown): void;
}

/**
 * A control worker's end of the line to its main thread, see `WorkerLink`. Code of others runs in the worker, too: it may take the names that are used
 * for messages for itself, and what it throws where nobody waits for it is told, and does not end the thread that holds a robot.
 */
export class WorkerPort<In extends WorkerMessage, Out extends WorkerMessage> {
  /** Messages that have come so far, those included that wait for the ones before. */
  received = 0;
  readonly #post: (message: unknown) => void;
  #stray = "";
  #isTold = false;
  #handling = false;

  /** Listens. To be made before any code of others is loaded; `handle` gets the messages, one after the other. */
  constructor(handle: (message: In, port: WorkerPort<In, Out>) => Promise<void>) {
    const scope = self as unknown as Scope;
    this.#post = scope.postMessage.bind(scope);
    let last = Promise.resolve();
    scope.addEventListener("message", ({ data }) => {
      this.received++;
      last = last.then(async () => {
        this.#handling = true;
        await handle(data as In, this);
        this.#handling = false;
        this.#tellMain();
      });
    });
    scope.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      this.#tell(event.reason);
    });
    scope.addEventListener("error", (event) => {
      event.preventDefault();
      this.#tell(event.error);
    });
  }

  /** Sends a message. */
  post(message: Out): void {
    this.#post(message);
  }

  /** Returns to the event loop. Resolves to what somebody has thrown so far where nobody waits for it; "" for nothing. */
  async settle(): Promise<string> {
    // A rejection that nobody waits for is told between the first turn and the second.
    for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setTimeout(resolve, 0));
    this.#isTold ||= this.#stray !== "";
    return this.#stray;
  }

  #tell(thrown: unknown): void {
    this.#stray ||= `nobody has caught what was thrown: ${describeThrown(thrown)}`;
    // Who works on a message may ask for it himself, and has better words for it.
    if (!this.#handling) this.#tellMain();
  }

  #tellMain(): void {
    if (this.#stray === "" || this.#isTold) return;
    this.#isTold = true;
    this.#post({ type: "stray", reason: this.#stray });
  }
}
