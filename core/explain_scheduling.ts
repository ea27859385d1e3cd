import type { SchedulingOutcome } from "./request_realtime.ts";

/** One line for the log about the scheduling that a control loop got, and whether it is a warning. */
export function explainScheduling(who: string, outcome: SchedulingOutcome): { warn: boolean; text: string } {
  if (outcome.requested === "off") {
    return { warn: false, text: `${who}: normal scheduling, as asked by --realtime off` };
  }
  if (outcome.obtained === "SCHED_OTHER") {
    return {
      warn: true,
      text: `${who}: no real-time scheduling, the loop runs with the normal one; ${outcome.reason}`,
    };
  }
  const refused = outcome.reason === "" ? "" : ` (${outcome.reason})`;
  return { warn: false, text: `${who}: scheduled by ${outcome.obtained}${refused}` };
}
