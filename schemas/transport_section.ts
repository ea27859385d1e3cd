import type { NetworkConfig } from "./network_config.ts";

/** The section `network_interface` as transports read it: the keys as in a file. */
export function transportSection(network: NetworkConfig): { protocol: string; [key: string]: unknown } {
  return {
    protocol: network.protocol,
    ...(network.configuration === undefined ? {} : { configuration: network.configuration }),
    ...(network.remoteApi === undefined ? {} : { remote_api: network.remoteApi }),
  };
}
