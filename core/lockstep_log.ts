import type { Logger } from "./log/logger.ts";

/** Time after which a wait is told, and told again [ms]. */
const FIRST_MS = 2000;
const AGAIN_MS = 10_000;

/** Tells what a loop in lock step waits for, when that takes long; for a main thread. */
export class LockstepLog {
  readonly #log: Pick<Logger, "info">;
  readonly #who: string;
  #what = "";
  #sinceMs = 0;
  #tellMs = 0;

  /** `who` begins each line. */
  constructor(log: Pick<Logger, "info">, who: string) {
    this.#log = log;
    this.#who = who;
  }

  /** Looks at `nowMs`: `what` is waited for; empty: nothing. To be called some times a second. */
  look(what: string, nowMs: number): void {
    if (what !== this.#what) {
      this.#what = what;
      this.#sinceMs = nowMs;
      this.#tellMs = nowMs + FIRST_MS;
    }
    if (what === "" || nowMs < this.#tellMs) return;
    this.#tellMs = nowMs + AGAIN_MS;
    const waitedS = Math.round((nowMs - this.#sinceMs) / 1000);
    this.#log.info(`${this.#who} lock step: time stands for ${waitedS} s, waiting for ${what}`);
  }

  /** Tells how fast simulated time has passed: `simulatedNs` in `wallNs`. Returns the real-time factor; null when none has passed. */
  finish(simulatedNs: number, wallNs: number): number | null {
    if (!(wallNs > 0)) return null;
    const [simulated, wall] = [simulatedNs, wallNs].map((ns) => (ns / 1e9).toFixed(3));
    const factor = simulatedNs / wallNs;
    this.#log.info(
      `${this.#who} lock step: ${simulated} s of simulated time in ${wall} s, real-time factor ${factor.toFixed(1)}`,
    );
    return Math.round(factor * 1000) / 1000;
  }
}
