import type { InitConfig } from "../schemas/parse_init_config.ts";

/**
 * Why the driver counts as hung, from the loop's last sign of life at `beatNs` (0: none yet); empty when it does not. It may take
 * `robot_interface.sync_timeout_ms` in `sync()`, or three periods of the robot.
 */
export function hungDriver(init: InitConfig, periodNs: number, beatNs: number, nowNs: number): string {
  const silentMs = (nowNs - beatNs) / 1e6;
  const longestMs = Math.max(init.syncTimeoutMs, 3 * periodNs / 1e6);
  if (beatNs === 0 || silentMs < longestMs) return "";
  return `driver '${init.driver}' sync() has not returned for ${(silentMs / 1000).toFixed(1)} s; ` +
    `wanted at most ${longestMs} ms (robot_interface.sync_timeout_ms, or three periods). The robot cannot be held by this process`;
}
