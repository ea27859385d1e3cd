import type { NetworkSection } from "./network_section.ts";
import { Registry } from "./registry.ts";
import { ShmTransport } from "./shm/shm_transport.ts";
import type { Transport } from "./transport.ts";

/** Opens a transport. `description` is what other processes are told of this one; `network` is the whole configuration section. */
export type TransportOpener = (description: string, network: NetworkSection) => Transport | Promise<Transport>;

/** The transports of this process by protocol. Another one is added by `transportRegistry.register("my_protocol", opener)`. */
export const transportRegistry: Registry<TransportOpener> = new Registry("protocol", "network_interface.protocol", {
  shm: (description) => new ShmTransport(description),
});
