import type { RecentDurations } from "../core/histogram.ts";
import type { ViewDurations } from "./view_source.ts";

/** Durations of a while as a view shows them [µs]. */
export function viewDurations({ mean, max }: RecentDurations): ViewDurations {
  return { mean: mean / 1000, max: max / 1000 };
}
