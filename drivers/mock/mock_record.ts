/** One entry of a mock robot's record. */
export interface MockRecord {
  /** `sync`: a cycle began, with the state in `values`; otherwise a command: `servoJ`, `speedJ` or `tauJ`. */
  readonly kind: "sync" | "servoJ" | "speedJ" | "tauJ";
  /** Cycle, the number of calls of `sync()` so far. */
  readonly cycle: number;
  /** Time [ns since the epoch of the process' clock]. */
  readonly timeNs: number;
  /** The same time as CLOCK_MONOTONIC [ns]: it can be compared with records of other processes of the machine. */
  readonly stampNs: bigint;
  /** Number of values that were given; more than `values` has when they were more than there are joints. */
  readonly count: number;
  /** Measured positions [rad or m], or the command, in the reference order; empty while there is no state. */
  readonly values: readonly number[];
}

/** Kinds by the code they have in the file. */
export const MOCK_RECORD_KINDS: readonly MockRecord["kind"][] = ["sync", "servoJ", "speedJ", "tauJ"];
