/** Largest message of a channel when nothing else is asked for [bytes]. */
export const DEFAULT_CAPACITY = 32768;
