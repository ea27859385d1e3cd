/**
 * Copies `count` values to `live` from `at`; NaN takes the place of those that are missing to `wanted`.
 *
 * @realtime
 */
export function copyToLive(live: Float64Array, at: number, values: Float64Array, count: number, wanted: number): void {
  for (let i = 0; i < count; i++) live[at + i] = values[i];
  for (let i = count; i < wanted; i++) live[at + i] = NaN;
}
