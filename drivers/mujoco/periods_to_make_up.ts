/** A stall longer than this [ns] is a pause (a suspended PC, a stopped process): the simulation goes on where it was. */
const LONGEST_STALL_NS = 1e9;
/** Making up may take this part of the time that was missed. */
const SHARE = 0.1;

/**
 * How many missed periods the simulation makes up at once, so that simulated time stays with the wall clock, as a real robot does:
 * as many as fit into a tenth of the time that was missed, one in any case if the model runs at twice the speed of real time, and none
 * after a stall of more than a second. So there is never a long fast-forward; what is not made up is lost, and counted.
 * `costNs`: time that the work of one period takes.
 *
 * @realtime
 */
export function periodsToMakeUp(missed: number, periodNs: number, costNs: number): number {
  const missedNs = missed * periodNs;
  if (missedNs > LONGEST_STALL_NS) return 0;
  const affordable = Math.max(costNs < periodNs / 2 ? 1 : 0, Math.floor(SHARE * missedNs / Math.max(1, costNs)));
  return Math.min(missed, affordable);
}
