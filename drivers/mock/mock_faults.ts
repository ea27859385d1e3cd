/** Faults that a mock robot makes on purpose. Cycles count the calls of `sync()` from 1; `Infinity` is "never". */
export interface MockFaults {
  /** Time that the creation takes [s]. */
  readonly createDelayS: number;
  /** Whether the thread is blocked for that time, as by a driver in C++. */
  readonly createBlocks: boolean;
  /** Text with which the creation fails; "" when it does not. */
  readonly createError: string;
  /** Time from the first `sync()` during which there is no state [s]. */
  readonly noStateForS: number;
  /** Number of positions, velocities and torques reported; `undefined`: one per joint. */
  readonly positionCount: number | undefined;
  /** As `positionCount`. */
  readonly velocityCount: number | undefined;
  /** As `positionCount`. */
  readonly torqueCount: number | undefined;
  /** First cycle with those numbers. */
  readonly fromCycle: number;
  /** First cycle in which a position is NaN. */
  readonly nanPositionAtCycle: number;
  /** Number of cycles in which it is. */
  readonly nanCycles: number;
  /** Index of the joint whose position is NaN, from 0. */
  readonly nanJoint: number;
  /** First cycle in which `sync()` fails. */
  readonly syncErrorAtCycle: number;
  /** Cycle in which `sync()` never returns. */
  readonly syncHangAtCycle: number;
  /** Cycle in which `sync()` takes `syncStallS` longer. */
  readonly syncStallAtCycle: number;
  /** See `syncStallAtCycle` [s]. */
  readonly syncStallS: number;
  /** First cycle after whose `sync()` commands fail. */
  readonly commandErrorAtCycle: number;
  /** Cycle in which the process dies. */
  readonly crashAtCycle: number;
  /** `sync()` returns at once. */
  readonly syncDoesNotBlock: boolean;
  /** Measured position minus true position [rad or m]. */
  readonly measuredOffset: number;
  /** Time constant with which the position follows its target [s]; 0: at once. */
  readonly lagS: number;
}
