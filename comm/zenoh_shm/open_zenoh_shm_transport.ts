import type { NetworkSection } from "../network_section.ts";
import type { TransportNotice } from "../transport.ts";
import { openZenohSession } from "../zenoh/open_zenoh_session.ts";
import { ZenohShmTransport } from "./zenoh_shm_transport.ts";

/** Opens the protocol `zenoh/shm`: see `TransportOpener`. Errors: `TransportError`. */
export async function openZenohShmTransport(
  description: string,
  network: NetworkSection,
  notice: TransportNotice,
): Promise<ZenohShmTransport> {
  const opened = await openZenohSession(description, network, notice);
  return new ZenohShmTransport({ ...opened, notice });
}
