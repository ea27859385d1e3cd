import type { InitConfig } from "../schemas/parse_init_config.ts";

/** Between two looks that are further apart nothing was watched: the process was stopped, or the computer slept [ms]. */
const AWAY_MS = 500;

/** Notices a driver whose `sync()` does not return. It may take `robot_interface.sync_timeout_ms`, or three periods of the robot. */
export class HangWatch {
  readonly #driver: string;
  readonly #longestMs: number;
  #lookedNs = NaN;
  /** End of the last time in which nobody looked: then the driver had none to return in. */
  #backNs = 0;

  /** `init`: driver and limit; `periodNs`: of the robot. */
  constructor(init: Pick<InitConfig, "driver" | "syncTimeoutMs">, periodNs: number) {
    this.#driver = init.driver;
    this.#longestMs = Math.max(init.syncTimeoutMs, 3 * periodNs / 1e6);
  }

  /** To be called some dozen times a second: why the driver counts as hung, from the loop's last sign of life at `beatNs` (0: none yet); empty when it does not. */
  look(beatNs: number, nowNs: number): string {
    if (nowNs - this.#lookedNs > AWAY_MS * 1e6) this.#backNs = nowNs;
    this.#lookedNs = nowNs;
    const silentMs = (nowNs - Math.max(beatNs, this.#backNs)) / 1e6;
    if (beatNs === 0 || silentMs < this.#longestMs) return "";
    return `driver '${this.#driver}' sync() has not returned for ${(silentMs / 1000).toFixed(1)} s; ` +
      `wanted at most ${this.#longestMs} ms (robot_interface.sync_timeout_ms, or three periods). The robot cannot be held by this process`;
  }
}
