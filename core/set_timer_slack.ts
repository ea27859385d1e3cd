import { Libc } from "./posix/libc.ts";

const PR_SET_TIMERSLACK = 29;

/**
 * Lets the sleeps of the calling thread end on time: with normal scheduling the kernel may otherwise wake it up to 50 µs late, to save power.
 * Real-time scheduling has no such slack.
 */
export function setTimerSlack(): void {
  new Libc().call.prctl(PR_SET_TIMERSLACK, 1n, 0n, 0n, 0n);
}
