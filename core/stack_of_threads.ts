/** How deep the stacks of this program's threads are to be. */
export const STACK_OF_THREADS = {
  /** Variable by which the runtime is told. */
  variable: "RUST_MIN_STACK",
  /** As deep as that of a program's main thread usually is: what drivers and controllers were written with. The runtime's own choice is 2 MB [bytes]. */
  bytes: 8 * 1024 * 1024,
} as const;
