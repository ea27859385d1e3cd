/** How the control loop of a manager ended. */
export const ManagerEnd = {
  /** It goes on. */
  Running: 0,
  /** It was asked to stop. */
  Stopped: 1,
  /** The connection to a robot was lost. */
  Lost: 2,
  /** The controller reported a failure. */
  ControllerFault: 3,
  /** The controller stopped by itself. */
  ControllerStopped: 4,
  /** A robot is not in lock step with this manager. */
  OutOfStep: 5,
} as const;
