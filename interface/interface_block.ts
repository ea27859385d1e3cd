import type { BlockShape } from "../core/shared_block.ts";
import { GATE_REASONS } from "./gate_reason.ts";

/** Places in the memory between the control loop of an interface and its main thread. */
export const InterfaceBlock = {
  /** Flag, main → loop: 1 asks the loop to end. */
  STOP: 0,
  /** Flag, main → loop: 1 while the manager's token is alive, 0 once it is lost. */
  PEER_ALIVE: 1,
  /** Flag, loop → main: while the robot is held because the manager is lost the `HoldReason`, else 0. */
  HOLDING: 2,
  /**
   * Flag, main → loop: mark of the manager that initialised this interface last (see `CellLayout.S_WRITER`); 0 for one whose messages bear none, and
   * where the transport does not tell.
   */
  MANAGER: 3,
  /** Flag, loop → main: 1 once the loop has ended and the driver is being closed. */
  CLOSING: 4,
  /** Flag, main → loop: how often a manager was lost, or another one took its place: a cycle may have seen neither the one nor the other. */
  LOSSES: 5,
  /** Value: cycles run. */
  CYCLES: 0,
  /** Value: periods that passed without a cycle. */
  MISSED: 1,
  /** Value: States published. */
  STATES: 2,
  /** Value: States kept back because a measurement was not finite. */
  STATES_NOT_FINITE: 3,
  /** Value: Commands accepted. */
  COMMANDS: 4,
  /** Value: States larger than the channel. */
  STATES_TOO_LARGE: 5,
  /** Value: times that the guard slept because `sync()` did not block. */
  GUARD_SLEEPS: 6,
  /** Value: local time of the start of the current cycle [ns]: the sign of life. */
  HEARTBEAT: 7,
  /** Values: Commands refused, by gate reason. */
  REFUSED: 8,
  /** Value, main → report: Commands that the transport kept away from the loop, behind those of the gate. */
  IGNORED: 8 + GATE_REASONS.length,
  /** Histogram: how much later than one period after the last one a cycle begins. */
  H_LATE: 0,
  /** Histogram: time of a cycle without `sync()`. */
  H_CYCLE: 1,
  /** Histogram: time in `sync()`. */
  H_SYNC: 2,
  /** Histogram: round trip interface → manager → interface. */
  H_ROUND_TRIP: 3,
} as const;

/** Size of that memory. */
export const INTERFACE_BLOCK_SHAPE: BlockShape = { flags: 6, values: 9 + GATE_REASONS.length, histograms: 4 };
