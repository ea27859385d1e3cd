/** Places in the memory between the control loop of a manager and its main thread. */
export const ManagerBlock = {
  /** Flag, main → loop: 1 asks the loop to end. */
  STOP: 0,
  /**
   * Flags, main → loop, one a robot: 1 while the interface's token is alive, 0 once it is lost; 2 is as 1, and asks the loop to start the robot over from
   * where it stands, after which the loop makes it 1.
   */
  PEERS: 1,
  /** Value: ticks run. */
  CYCLES: 0,
  /** Value: ticks that were skipped because the loop was late. */
  MISSED: 1,
  /** Value: runs of the controller. */
  RUNS: 2,
  /** Value: local time of the first Command [ns]; 0 before it. */
  FIRST_COMMAND: 3,
  /** Value: 1 once every robot is initialised. */
  ALL_INITIALIZED: 4,
  /** Value: what the loop calls at present, see `LoopCall`. */
  CALL: 5,
  /** Value: calls begun, of those in `CALL`. */
  CALLS: 6,
  /** Value: number of the robot that the controller has refused as a start since the last look, and 1; 0: none. */
  REFUSED_BY_CONTROLLER: 7,
  /** Value: number of the robot whose State the loop waits for in lock step, and 1; 0: none. */
  WAITS_FOR: 8,
  /** Value: simulated time, in lock step [ns]; 0 before its first tick. */
  TIME: 9,
  /** Value: simulated time of the first tick, in lock step [ns]. */
  BEGAN: 10,
  /** Number of values before those of the robots. */
  VALUES: 11,
  /** Value of a robot: States accepted. */
  STATES: 0,
  /** Value of a robot: States refused. */
  REFUSED: 1,
  /** Value of a robot: Commands sent. */
  COMMANDS: 2,
  /** Value of a robot: 1 once it is initialised. */
  INITIALIZED: 3,
  /** Value of a robot: Commands that the controller did not give, or that were not finite. */
  NO_COMMAND: 4,
  /** Number of values of a robot. */
  ROBOT_VALUES: 8,
  /** Histogram: how late the loop wakes up. */
  H_LATE: 0,
  /** Histogram: time of a tick. */
  H_CYCLE: 1,
  /** Histogram: time of a run of the controller. */
  H_RUN: 2,
  /** Histograms, one a robot: age of a State when it is used. */
  H_AGE: 3,
} as const;
