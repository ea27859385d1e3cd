import { Libc } from "./posix/libc.ts";
import { PosixError } from "./posix/posix_error.ts";

/** What a user asks for: `enforce` refuses to run without real-time scheduling, `try` warns, `off` does not ask. */
export type RealtimeMode = "enforce" | "try" | "off";

/** What a control thread got. */
export interface SchedulingOutcome {
  /** What was asked for. */
  requested: RealtimeMode;
  /** The policy in force. */
  obtained: "SCHED_DEADLINE" | "SCHED_FIFO" | "SCHED_OTHER";
  /** Why not the first choice, with error number and remedy; empty when it was granted or not asked for. */
  reason: string;
}

const SCHED_FIFO = 1;
const SCHED_DEADLINE = 6;
const RESET_ON_FORK = 1;
const FIFO_PRIORITY = 80;
const REMEDY =
  "give the program the right with `setcap cap_sys_nice+ep <uri>`, or the user an `rtprio 99` line in /etc/security/limits.conf";

/**
 * Asks for real-time scheduling of the calling thread: SCHED_DEADLINE, then SCHED_FIFO, then what it has.
 *
 * - `deadlinePeriodNs`: period of the SCHED_DEADLINE reservation [ns]; `share`: the part of it that the thread may use. The kernel grants
 *   at most 95 % of every processor altogether, and nothing to a thread that is bound to a part of the processors.
 * - Never throws; the caller decides what `enforce` means.
 */
export function requestRealtime(mode: RealtimeMode, deadlinePeriodNs: number, share = 0.8): SchedulingOutcome {
  if (mode === "off") return { requested: mode, obtained: "SCHED_OTHER", reason: "" };
  const libc = new Libc();
  if (
    libc.call.sched_setattr(libc.constants.sysSchedSetattr, 0, deadlineAttributes(deadlinePeriodNs, share), 0) === 0
  ) {
    return { requested: mode, obtained: "SCHED_DEADLINE", reason: "" };
  }
  const first = `SCHED_DEADLINE (sched_setattr): ${PosixError.text(libc.errno())}`;
  const priority = new Uint8Array(new Int32Array([FIFO_PRIORITY]).buffer);
  if (libc.call.sched_setscheduler(0, SCHED_FIFO, priority) === 0) {
    return { requested: mode, obtained: "SCHED_FIFO", reason: first };
  }
  const second = `SCHED_FIFO (sched_setscheduler): ${PosixError.text(libc.errno())}`;
  return { requested: mode, obtained: "SCHED_OTHER", reason: `${first}; ${second}; ${REMEDY}` };
}

/** `struct sched_attr` of the kernel's interface, the same on all processors. */
function deadlineAttributes(periodNs: number, share: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(48));
  view.setUint32(0, 48, true);
  view.setUint32(4, SCHED_DEADLINE, true);
  view.setBigUint64(8, BigInt(RESET_ON_FORK), true);
  view.setBigUint64(24, BigInt(Math.round(periodNs * share)), true);
  view.setBigUint64(32, BigInt(periodNs), true);
  view.setBigUint64(40, BigInt(periodNs), true);
  return new Uint8Array(view.buffer);
}
