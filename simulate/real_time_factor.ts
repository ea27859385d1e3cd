import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/log/logger.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { SimulationBlock as B } from "./simulation_block.ts";

/** Window [ns]. */
const WINDOW_NS = 10e9;
/** Below it, simulated time is behind enough to be told. */
const LEAST = 0.99;

/** Tells how fast time passes in a simulation, compared with the wall clock. */
export class RealTimeFactor {
  readonly #block: SharedBlock;
  readonly #tickNs: number;
  readonly #log: Logger;
  readonly #clock: Clock;
  #sinceNs: number;
  #ticks = 0;

  /** `tickNs`: simulated time of one tick. */
  constructor(block: SharedBlock, tickNs: number, log: Logger, clock: Clock) {
    this.#block = block;
    this.#tickNs = tickNs;
    this.#log = log;
    this.#clock = clock;
    this.#sinceNs = clock.now();
  }

  /** To be called now and then: warns, once a window, when simulated time falls behind. */
  look(): void {
    const nowNs = this.#clock.now();
    if (nowNs - this.#sinceNs < WINDOW_NS) return;
    const ticks = this.#block.values[B.TICKS];
    const factor = (ticks - this.#ticks) * this.#tickNs / (nowNs - this.#sinceNs);
    this.#sinceNs = nowNs;
    this.#ticks = ticks;
    if (factor < LEAST) {
      this.#log.warning(
        `[Simulation] real-time factor ${factor.toFixed(2)} in the last ${
          WINDOW_NS / 1e9
        } s: the world is too slow for this computer, or it was busy; ` +
          "simulated time is behind, nothing is made up by a fast-forward",
      );
    }
  }

  /** Tells the factor of the whole run. */
  finish(): void {
    const { values } = this.#block;
    const wallNs = values[B.NOW] - values[B.START];
    if (wallNs <= 0) return;
    const simulatedNs = values[B.TICKS] * this.#tickNs;
    this.#log.info(
      `[Simulation] ${(simulatedNs / 1e9).toFixed(3)} s simulated, real-time factor ${
        (simulatedNs / wallNs).toFixed(4)
      }` +
        (values[B.LOST] > 0 ? `, ${values[B.LOST]} period(s) lost and not made up` : ""),
    );
  }
}
