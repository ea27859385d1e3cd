/** Blocks this thread for a few milliseconds: for short waits at start-up that must not let other work in between. */
export function sleepMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
