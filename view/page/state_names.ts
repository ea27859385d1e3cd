/** Names of `ConnectionState` by number, for style sheets, and for readers. */
export const STATE_NAMES: readonly string[] = ["waiting", "starting", "running", "held", "lost"];
