/** How things stand with a robot, as a viewer shows it. */
export const ConnectionState = {
  /** Nobody has answered yet. */
  Waiting: 0,
  /** There, and not commanded yet. */
  Starting: 1,
  /** Initialised: States come in, Commands go out. */
  Running: 2,
  /** The robot is held where it is; the reason says why. */
  Held: 3,
  /** The other side is lost. */
  Lost: 4,
} as const;
