import type { NetworkSection } from "./network_section.ts";
import type { Transport, TransportNotice } from "./transport.ts";
import { transportRegistry } from "./transport_registry.ts";

/**
 * Opens the transport of a protocol, as in `network_interface.protocol`. `description` is what other processes are told of this one,
 * e.g. `uri interface 'ur5e'`; `network` is the section that the transport finds its own settings in; `notice` gets what the user should
 * know and is no error. Errors: {@link TransportError}.
 */
export async function openTransport(
  protocol: string,
  description: string,
  network: NetworkSection = { protocol },
  notice: TransportNotice = () => {},
): Promise<Transport> {
  return await transportRegistry.get(protocol)(description, network, notice);
}
