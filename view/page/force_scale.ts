/** An arrow is at most so long [m]. */
const LONGEST = 0.3;
/** A scale that makes the largest arrow shorter than this is too coarse [m]. */
const SHORTEST = 0.04;
/** For so long forces have to be small before arrows grow [ms]. */
const PATIENCE_MS = 1500;

/**
 * How long arrows of forces are: the largest that fits, in steps of 1, 2 and 5, so that it changes seldom. Arrows shrink at once, and grow after a
 * while of small forces.
 */
export class ForceScale {
  /** Force that is shown by an arrow of 10 cm [N]. */
  perTenCm = 10;
  #isSet = false;
  #sinceMs = 0;
  #peak = 0;

  /** Takes the largest force of a frame [N], at a steady time [ms]. */
  take(largest: number, nowMs: number): void {
    if (!(largest > 0) || !Number.isFinite(largest)) return;
    if (!this.#isSet || this.length(largest) > LONGEST) {
      this.#set(largest, nowMs);
      return;
    }
    this.#peak = Math.max(this.#peak, largest);
    if (nowMs - this.#sinceMs < PATIENCE_MS) return;
    if (this.length(this.#peak) < SHORTEST) this.#set(this.#peak, nowMs);
    else this.#rest(nowMs);
  }

  /** Length of the arrow of a force [m]. */
  length(force: number): number {
    return force / this.perTenCm / 10;
  }

  #set(largest: number, nowMs: number): void {
    const wanted = largest / LONGEST / 10;
    const power = 10 ** Math.floor(Math.log10(wanted));
    this.perTenCm = power * ([1, 2, 5].find((step) => step * power >= wanted * (1 - 1e-9)) ?? 10);
    this.#isSet = true;
    this.#rest(nowMs);
  }

  #rest(nowMs: number): void {
    this.#sinceMs = nowMs;
    this.#peak = 0;
  }
}
