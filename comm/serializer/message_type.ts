import type { Command, State } from "./messages.ts";

/**
 * Names a type of message and carries its TypeScript types: `T` is what is read, `Given` what may be written.
 *
 * A type of one's own brings its encoding with it, for serializers that do not know it:
 *
 * ```ts
 * import type { MessageType } from "./message_type.ts";
 * interface Battery {
 *   volt: number;
 * }
 * const BATTERY: MessageType<Battery> = {
 *   name: "battery",
 *   encode: (value) => new TextEncoder().encode(JSON.stringify(value)),
 *   decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
 * };
 * ```
 */
export interface MessageType<T, Given = T> {
  /** Unique name. */
  readonly name: string;
  /** Writes a value, for serializers without an encoding of their own for this type. */
  encode?(value: Given): Uint8Array;
  /** Reads a value; throws when the bytes are none. The bytes come from outside and may be anything. */
  decode?(bytes: Uint8Array): T;
}

/** The messages between manager and interface; every serializer knows them. */
export const MessageType: {
  /** Robot to manager; what is left out is empty or zero. */
  readonly State: MessageType<State, Partial<State>>;
  /** Manager to robot; what is left out is empty or zero. */
  readonly Command: MessageType<Command, Partial<Command>>;
  /** The configuration of a robot, as YAML text. */
  readonly Config: MessageType<string>;
} = { State: { name: "State" }, Command: { name: "Command" }, Config: { name: "Config" } };
