import type { RunFailure } from "./run_failure.ts";

/** Messages that came and were not taken yet, in their order, and whoever waits for one. */
export class Mailbox<Message extends { readonly type: string }> {
  readonly #came: Message[] = [];
  readonly #waiting = new Set<() => void>();
  #failure: RunFailure | undefined;

  /** Puts a message in. */
  put(message: Message): void {
    this.#came.push(message);
    this.#wakeAll();
  }

  /** No more will come: who waits for one that is not there yet is told by an exception. The first failure counts. */
  fail(failure: RunFailure): void {
    this.#failure ??= failure;
    this.#wakeAll();
  }

  /**
   * The next message that is one of `types`; others before it stay. Resolves to undefined when `signal` is aborted first. Rejects with the failure, once
   * there is one and no such message.
   */
  async next(types: readonly Message["type"][], signal?: AbortSignal): Promise<Message | undefined> {
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
}
