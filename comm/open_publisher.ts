import type { Clock } from "../core/clock.ts";
import { SystemClock } from "../core/system_clock.ts";
import { CellWriter } from "./cell/cell_writer.ts";
import { SwitchedPublisher } from "./switched_publisher.ts";
import type { PublisherDescriptor } from "./transport.ts";
import { NativePublisher } from "./zenoh/native_publisher.ts";

/** The sending end of a channel, in the thread that sends. */
export interface Publisher {
  /**
   * Sends `byteLength` bytes of `source` from `byteOffset` (a multiple of 4); never blocks. No time is passed: a
   * number that goes into a call may be allocated. Returns 0, or -1
   * when the message is larger than the channel.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number;
}

/**
 * Opens the sending end that a {@link PublisherDescriptor} names; one that is open already is returned. Errors: `TransportError`, for a native publisher
 * without the library.
 */
export function openPublisher(
  descriptor: PublisherDescriptor | Publisher,
  clock: Clock = new SystemClock(),
): Publisher {
  if ("publish" in descriptor) return descriptor;
  if (descriptor.kind === "cell") return new CellWriter(descriptor.cell, clock, descriptor);
  if (descriptor.kind === "zenoh") return new NativePublisher(descriptor.address, descriptor.capacity);
  return new SwitchedPublisher(descriptor.ways.map((way) => openPublisher(way, clock)), descriptor.choice);
}
