import type { NetworkSection } from "../network_section.ts";
import type { TransportNotice } from "../transport.ts";
import { openZenohSession } from "./open_zenoh_session.ts";
import { ZenohTransport } from "./zenoh_transport.ts";

/** Opens the protocol `zenoh`: see `TransportOpener`. Errors: `TransportError`. */
export async function openZenohTransport(
  description: string,
  network: NetworkSection,
  notice: TransportNotice,
): Promise<ZenohTransport> {
  const opened = await openZenohSession(description, network, notice);
  return new ZenohTransport({ protocol: "zenoh", notice, ...opened });
}
