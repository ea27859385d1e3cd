import type { NetworkSection } from "./network_section.ts";
import { Registry } from "./registry.ts";
import { ShmTransport } from "./shm/shm_transport.ts";
import type { Transport, TransportNotice } from "./transport.ts";

/**
 * Opens a transport. `description` is what other processes are told of this one; `network` is the whole configuration section; `notice` gets
 * lines for the log.
 */
export type TransportOpener = (
  description: string,
  network: NetworkSection,
  notice: TransportNotice,
) => Transport | Promise<Transport>;

/** The transports of this process by protocol. Another one is added by `transportRegistry.register("my_protocol", opener)`. */
export const transportRegistry: Registry<TransportOpener> = new Registry("protocol", "network_interface.protocol", {
  shm: (description) => new ShmTransport(description),
  // Loaded when they are asked for: a process that does not use Zenoh pays nothing for it.
  zenoh: async (...asked) => (await import("./zenoh/open_zenoh_transport.ts")).openZenohTransport(...asked),
  "zenoh/shm": async (...asked) =>
    (await import("./zenoh_shm/open_zenoh_shm_transport.ts")).openZenohShmTransport(...asked),
});
