/** What a controller that moves robots between targets can tell of its progress. Real-time safe. */
export interface PostureProgress {
  /** What is being done with the robot: a code of `PosturePhase`. */
  robotPhase(robot: number): number;
  /** Index of the target the robot moves to or stands at, from 0; -1 while it has none. */
  targetIndex(robot: number): number;
}
