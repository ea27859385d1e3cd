/** What a look at the States of a robot has found. */
export const StateNews = {
  /** Nothing. */
  None: 0,
  /** A State of another time than the last. */
  Newer: 1,
  /** The last State once more. */
  Again: 2,
  /** A State that does not say when it was sent. */
  Unstamped: 3,
} as const;
