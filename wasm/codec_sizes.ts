import { CodecError } from "./codec_error.ts";

/** How much memory a codec gets, for its whole life. */
export interface CodecOptions {
  /** Room for the messages that `newState` and `newCommand` create [bytes]; 1 MiB by default. */
  readonly arenaBytes?: number;
  /** Longest encoded message [bytes], for sending and receiving; 32768 by default, at most 1 MiB. */
  readonly maxMessageBytes?: number;
}

/** The sizes that `options` ask for [bytes], those of messages rounded up to a multiple of 8. Errors: `CodecError`, when they are no sizes. */
export function codecSizes(options: CodecOptions): { arenaBytes: number; messageBytes: number } {
  const arenaBytes = checked("arenaBytes", options.arenaBytes ?? 1 << 20, 1 << 30);
  const messageBytes = Math.ceil(checked("maxMessageBytes", options.maxMessageBytes ?? 32768, 1 << 20) / 8) * 8;
  return { arenaBytes, messageBytes };
}

function checked(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1024 && value <= most) return value;
  throw new CodecError(`Cannot load the codec: ${name} is ${value}, wanted a whole number from 1024 to ${most}`);
}
