import { DEFAULT_CAPACITY } from "./default_capacity.ts";
import type { ChannelOptions } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/** Largest channel [bytes]. */
const LARGEST = 64 * 1024 * 1024;

/** Bytes of the largest message of a channel: a multiple of 8. Errors: `unavailable`, when `options` name no size. */
export function channelCapacity(key: string, options: ChannelOptions): number {
  const wanted = options.capacity ?? DEFAULT_CAPACITY;
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= LARGEST) return Math.ceil(wanted / 8) * 8;
  throw new TransportError(
    "unavailable",
    `channel '${key}': its capacity is ${wanted}; wanted a whole number of bytes from 1 to ${LARGEST}`,
  );
}
