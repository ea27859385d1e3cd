import type { NetworkConfig } from "./network_config.ts";

/**
 * The section `network_interface` as transports read it: the keys as in a file. `timeoutMs`: the longest of the timeouts of all robots that share a
 * transport [ms].
 */
export function transportSection(
  network: NetworkConfig,
  timeoutMs: number = network.connectionTimeoutMs,
): { protocol: string; [key: string]: unknown } {
  return {
    protocol: network.protocol,
    connection_timeout_ms: timeoutMs,
    ...(network.configuration === undefined ? {} : { configuration: network.configuration }),
    ...(network.remoteApi === undefined ? {} : { remote_api: network.remoteApi }),
  };
}
