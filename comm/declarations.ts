import { checkKey } from "./check_key.ts";
import { QUERY_LIMIT } from "./query_limit.ts";
import { TransportError } from "./transport_error.ts";
import type { QueryOptions, Registration } from "./transport.ts";

/** What a transport has declared and not yet taken back: the part of the contract that is the same for every transport. */
export class Declarations {
  readonly #made = new Set<Registration>();
  #closed = false;

  /** Runs `work`; what it throws becomes a rejection. Errors: `closed`, and those of `checkKey`. */
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  async declare<T>(key: string, work: () => T): Promise<T> {
    checkKey(key);
    if (this.#closed) throw new TransportError("closed", `use of '${key}': the transport was closed`);
    return work();
  }

  /** A registration that calls `undo` once, when it is released or when the transport is closed. */
  add(undo: () => void): Registration {
    const registration: Registration = {
      // deno-lint-ignore require-await -- what is thrown must become a rejection
      release: async () => {
        if (this.#made.delete(registration)) undo();
      },
    };
    this.#made.add(registration);
    return registration;
  }

  /**
   * Runs `ask` with a signal that is aborted at the timeout, by the caller's signal, or when the transport is closed.
   * Errors: `too_large`, `closed`, and those of `checkKey`.
   */
  async query<T>(
    key: string,
    payload: Uint8Array,
    options: QueryOptions,
    ask: (ended: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const ended = new AbortController();
    const end = () => ended.abort();
    const registration = await this.declare(key, () => {
      if (payload.length <= QUERY_LIMIT) return this.add(end);
      throw new TransportError(
        "too_large",
        `query on '${key}': it has ${payload.length} bytes; wanted at most ${QUERY_LIMIT}. Send it in parts`,
      );
    });
    const timer = setTimeout(end, options.timeoutMs);
    options.signal?.addEventListener("abort", end);
    if (options.signal?.aborted) end();
    try {
      return await ask(ended.signal);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", end);
      this.#made.delete(registration);
    }
  }

  /** Releases everything, also when some of it fails, and refuses what comes after. May be called twice. */
  async releaseAll(): Promise<void> {
    this.#closed = true;
    const results = await Promise.allSettled([...this.#made].map((registration) => registration.release()));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}
