/**
 * Communication between processes of a robot system, usable on its own: State and Command between manager and interface, queries,
 * liveliness, and typed messages on any topic. `docs/communication.md` is its manual.
 * @module
 */
export { Communication } from "./communication.ts";
export type { CommunicationOptions } from "./communication_options.ts";
export { makeCommunication } from "./make_communication.ts";
export type { NetworkSection } from "./network_section.ts";
export type { SubscriptionOptions } from "./subscription.ts";
export { type RobotKeys, robotKeys } from "./robot_keys.ts";

export { MessageType } from "./serializer/message_type.ts";
export type { BodySensorData, Command, ForceSensorData, State } from "./serializer/messages.ts";
export type { Serializer } from "./serializer/serializer.ts";
export { SerializationError } from "./serializer/serialization_error.ts";
export { FlatBufferSerializer } from "./serializer/flat_buffer_serializer.ts";
export { customMessage } from "./serializer/custom_message.ts";
export { type SerializerOpener, serializerRegistry } from "./serializer/serializer_registry.ts";

export type {
  ChannelOptions,
  PublisherDescriptor,
  PublisherHandle,
  QueryHandler,
  QueryOptions,
  Registration,
  SubscriberHandle,
  Transport,
} from "./transport.ts";
export { type KeyOwner, TransportError, type TransportErrorKind } from "./transport_error.ts";
export { openTransport } from "./open_transport.ts";
export { type TransportOpener, transportRegistry } from "./transport_registry.ts";
export { Registry } from "./registry.ts";
export { ShmTransport } from "./shm/shm_transport.ts";
export { LocalHub, type TokenWatcher } from "./local/local_hub.ts";
export { LocalTransport } from "./local/local_transport.ts";

export { CellReader } from "./cell/cell_reader.ts";
export { CellWriter } from "./cell/cell_writer.ts";
export { type CellDescriptor, CellMemory, type SingleCell } from "./cell/cell_memory.ts";
export { openPublisher, type Publisher } from "./open_publisher.ts";
export type { Clock } from "../core/clock.ts";
