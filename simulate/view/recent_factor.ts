/** Time over which it is taken [ms], and between two marks. */
const [WINDOW_MS, MARK_MS] = [2000, 100];

/** How fast time passes in a simulation lately, compared with the wall clock. */
export class RecentFactor {
  readonly #marks: { readonly wallMs: number; readonly simulatedMs: number }[] = [];

  /** The factor of the last two seconds, at this time of the wall clock; NaN in the first half second. To be called often. */
  take(wallMs: number, simulatedMs: number): number {
    const marks = this.#marks;
    const last = marks.at(-1);
    if (last === undefined || wallMs - last.wallMs >= MARK_MS) marks.push({ wallMs, simulatedMs });
    while (marks.length > 2 && wallMs - marks[1].wallMs >= WINDOW_MS) marks.shift();
    const wall = wallMs - marks[0].wallMs;
    return wall < WINDOW_MS / 4 ? NaN : (simulatedMs - marks[0].simulatedMs) / wall;
  }
}
