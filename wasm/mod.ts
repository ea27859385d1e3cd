/**
 * The codec of the wire messages.
 * @module
 */
export type { CodecArena } from "./codec_arena.ts";
export { Codec } from "./codec.ts";
export { CODEC_BACKENDS } from "./codec_backends.ts";
export { CodecError } from "./codec_error.ts";
export type { CodecOptions } from "./codec_sizes.ts";
export { CodecStatus } from "./codec_status.ts";
export { codecStatusText } from "./codec_status_text.ts";
export { CommandMessage, type CommandShape } from "./command_message.ts";
export type { MessageBuffer } from "./message_buffer.ts";
export { loadMessageCodec } from "./load_message_codec.ts";
export type { MessageCodec } from "./message_codec.ts";
export { StateMessage, type StateShape } from "./state_message.ts";
