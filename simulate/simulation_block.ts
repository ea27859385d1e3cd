import type { BlockShape } from "../core/shared_block.ts";

/** Places in the memory between the loop of a simulation and its main thread. */
export const SimulationBlock = {
  /** Flag, main → loop: 1 asks the loop to end. */
  STOP: 0,
  /** Flag, main → loop: messages sent so far, all of them; the loop returns to its event loop until each has come. */
  CALLS: 1,
  /** Flag, main → loop: what those want to see who look on, see `Watching`. */
  WATCHED: 2,
  /** Value: ticks simulated. */
  TICKS: 0,
  /** Value: ticks that were missed in a stall and made up right after it. */
  MADE_UP: 1,
  /** Value: ticks that were missed and not made up: simulated time is behind by so many. */
  LOST: 2,
  /** Value: local time of the first tick [ns]. */
  START: 3,
  /** Value: local time of the last tick [ns]. */
  NOW: 4,
  /** Value: simulated time [ns], in lock step. */
  TIME: 5,
  /** Value: what the world waits for in lock step, see `LockstepWait`. */
  WAIT: 6,
  /** Value: number of the robot that it waits for. */
  WAIT_ROBOT: 7,
  /** Value: for how long the world has stood because a robot had no manager [ns]. */
  STOOD: 8,
  /** Histogram: time that the physics of one tick takes. */
  H_PHYSICS: 0,
  /** Histogram: time that the cycles of all robots of one tick take. */
  H_ROBOTS: 1,
  /** Histogram: how much later than one tick after the last one a tick has passed, on the wall clock. */
  H_LATE: 2,
  /** Histogram: time that it takes to tell who looks on where the bodies are. */
  H_LOOK: 3,
} as const;

/** Size of that memory. */
export const SIMULATION_BLOCK_SHAPE: BlockShape = { flags: 3, values: 9, histograms: 4 };
