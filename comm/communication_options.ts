/** Settings of a `Communication`. */
export interface CommunicationOptions {
  /** What other processes are told of this one as an owner, e.g. `my tool`; `communication of '<name>'` by default. */
  readonly description?: string;
  /** Largest message of the channels [bytes], the same at both ends; 32768 by default. */
  readonly capacity?: number;
  /** How often subscriptions look for a new message [ms], 2 by default. */
  readonly pollMs?: number;
}
