/** What those want to see who look at a simulation. */
export const Watching = {
  /** Nobody looks on. */
  Nobody: 0,
  /** Where the bodies are. */
  Poses: 1,
  /** Contacts, too. */
  Contacts: 2,
} as const;
