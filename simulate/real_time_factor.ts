import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/log/logger.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { SimulationBlock as B } from "./simulation_block.ts";

/** First window [ns]. After each one in which time fell behind the next is twice as long, up to the longest: who reads the log knows by then. */
const WINDOW_NS = 5e9;
const LONGEST_NS = 640e9;
/** A window has so many ticks at least, so that one more or less makes no difference. */
const LEAST_TICKS = 100;
/** Below it, simulated time is behind enough to be told. */
const LEAST = 0.97;
/** Lost in one go, this is a stall, which is told at once [ns]. */
const STALL_NS = 200e6;
/** A tick that takes more of itself than this leaves no time for anything else. */
const TOO_SLOW = 0.8;

/** Tells how fast time passes in a simulation, compared with the wall clock. */
export class RealTimeFactor {
  readonly #block: SharedBlock;
  readonly #tickNs: number;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #shortestNs: number;
  #windowNs: number;
  #sinceNs: number;
  #ticks = 0;
  /** Ticks lost so far, and how many of those of the window were told as stalls. */
  #lost = 0;
  #told = 0;

  /** `tickNs`: simulated time of one tick. */
  constructor(block: SharedBlock, tickNs: number, log: Logger, clock: Clock) {
    this.#block = block;
    this.#tickNs = tickNs;
    this.#log = log;
    this.#clock = clock;
    this.#shortestNs = this.#windowNs = Math.max(WINDOW_NS, LEAST_TICKS * tickNs);
    this.#sinceNs = clock.now();
  }

  /** To be called some times a second: warns of a stall at once, and once a window when simulated time falls behind. */
  look(): void {
    this.#lookForStall();
    const nowNs = this.#clock.now();
    const wallNs = nowNs - this.#sinceNs;
    if (wallNs < this.#windowNs) return;
    const ticks = this.#block.values[B.TICKS];
    const simulatedNs = (ticks - this.#ticks) * this.#tickNs;
    const isBehind = simulatedNs + this.#told * this.#tickNs < LEAST * wallNs;
    this.#sinceNs = nowNs;
    this.#ticks = ticks;
    this.#told = 0;
    this.#windowNs = isBehind ? Math.min(2 * this.#windowNs, Math.max(LONGEST_NS, this.#shortestNs)) : this.#shortestNs;
    if (!isBehind) return;
    this.#log.warning(
      `[Simulation] real-time factor ${(simulatedNs / wallNs).toFixed(2)} in the last ${
        Math.round(wallNs / 1e9)
      } s: ${this.#reason()}`,
    );
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
        (values[B.LOST] > 0 ? `, ${values[B.LOST]} tick(s) of ${this.#tickNs / 1e6} ms lost and not made up` : ""),
    );
  }

  #lookForStall(): void {
    const lost = this.#block.values[B.LOST];
    const ticks = lost - this.#lost;
    this.#lost = lost;
    const stoodNs = ticks * this.#tickNs;
    if (stoodNs < STALL_NS) return;
    this.#told += ticks;
    this.#log.warning(
      `[Simulation] the world stood still for ${
        (stoodNs / 1e9).toFixed(2)
      } s, as this process was stopped or the computer was busy: it goes on from where it was, and robots whose commands are that old are held`,
    );
  }

  /** Why time falls behind, and what to do about it. */
  #reason(): string {
    const { histograms } = this.#block;
    const tickMs = this.#tickNs / 1e6;
    const workMs = (histograms[B.H_PHYSICS].quantile(0.5) + histograms[B.H_ROBOTS].quantile(0.5)) / 1e6;
    if (workMs < TOO_SLOW * tickMs) return "this computer was busy with something else; what was missed is not made up";
    return `this computer takes ${
      workMs.toFixed(2)
    } ms for ${tickMs} ms of this world; give it a longer world.timestep, simpler shapes, or fewer robots and objects, or run it in lock step (--lockstep)`;
  }
}
