/** How time passes in a world, a tick at a time. */
export interface WorldCycle {
  /** True when there is no tick any more. */
  readonly isOver: boolean;
  /**
   * True when the next tick may pass; otherwise it is to be asked again, and has waited for a moment.
   *
   * @realtime
   */
  await(): boolean;
  /**
   * Runs one tick. Returns 0, or a negative number when the world cannot go on.
   *
   * @realtime
   */
  tick(): number;
}
