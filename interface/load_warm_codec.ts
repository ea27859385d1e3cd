import type { SystemClock } from "../core/system_clock.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import { warmUp } from "./warm_up.ts";

/** Room for the messages of a hundred robots with many joints; memory that is not used is not taken. */
const ARENA_BYTES = 4 * 1024 * 1024;

/** A codec that the loop of an interface has run with on dummy data. Errors: `CodecError`. */
export async function loadWarmCodec(backend: string, clock: SystemClock): Promise<MessageCodec> {
  const codec = await loadMessageCodec(backend, { arenaBytes: ARENA_BYTES });
  warmUp(codec, clock);
  return codec;
}
