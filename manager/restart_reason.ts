/** Why a proxy starts its robot over from where it stands. */
export const RestartReason = {
  /** No Command went out, as the loop was stopped. */
  LoopStopped: 0,
  /** It was asked to, as the robot does not follow. */
  NotFollowing: 1,
  /** No Command went out, as the controller gave none that can be sent. */
  NoCommand: 2,
  /** No Command went out, as another robot was not initialised. */
  OtherRobot: 3,
} as const;
