import { ShmTransport } from "./shm/shm_transport.ts";
import type { Transport } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/**
 * Opens the transport of a protocol, as in `network_interface.protocol`. `description` is what other processes are told of this one,
 * e.g. `uri interface 'ur5e'`. Errors: {@link TransportError}.
 */
// deno-lint-ignore require-await -- a failure must become a rejection
export async function openTransport(protocol: string, description: string): Promise<Transport> {
  if (protocol === "shm") return new ShmTransport(description);
  throw new TransportError(
    "unavailable",
    `opening the protocol '${protocol}': this build does not have it; wanted shm. Correct network_interface.protocol`,
  );
}
