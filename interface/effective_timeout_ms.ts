/**
 * The connection timeout of an interface [ms]: as configured, but at least three periods of the robot. The interface's own file is written before
 * anybody knows the period, which comes with the init query.
 */
export function effectiveTimeoutMs(configuredMs: number, periodNs: number): number {
  return configuredMs * 1e6 >= 2 * periodNs ? configuredMs : Math.ceil(3 * periodNs / 1e6);
}
