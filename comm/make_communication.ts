import { Communication } from "./communication.ts";
import type { CommunicationOptions } from "./communication_options.ts";
import type { NetworkSection } from "./network_section.ts";
import { openTransport } from "./open_transport.ts";
import { serializerRegistry } from "./serializer/serializer_registry.ts";

/**
 * Makes a `Communication` as a `network_interface` section says: its `protocol` names the transport, its `backend` the serializer
 * (`flatbuffer` by default). `name` is the robot's. It has no side yet: `setupServer` or `setupClient` comes next.
 * Errors: `TransportError`, with what this build has.
 *
 * ```ts
 * import { makeCommunication } from "./make_communication.ts";
 * import { MessageType } from "./serializer/message_type.ts";
 * await using robot = await makeCommunication("demo", { protocol: "shm" });
 * await robot.setupClient();
 * robot.send(robot.encode(MessageType.State, { position: [0, -1.57, 1.57, 0, 0, 0] }));
 * ```
 */
export async function makeCommunication(
  name: string,
  network: NetworkSection,
  options: CommunicationOptions = {},
): Promise<Communication> {
  const serializer = await serializerRegistry.get(network.backend ?? "flatbuffer")();
  const description = options.description ?? `communication of '${name}'`;
  return new Communication(name, await openTransport(network.protocol, description, network), serializer, options);
}
