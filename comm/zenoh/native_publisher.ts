import type { Publisher } from "../open_publisher.ts";
import { type NativeCalls, openNativeLibrary } from "./open_native_library.ts";

/** A sending end that hands messages to the native Zenoh library. */
export class NativePublisher implements Publisher {
  readonly #publish: NativeCalls["uri_zenoh_publish"];
  readonly #pointer: Deno.PointerValue;
  readonly #capacity: number;

  /** `address`: of the publisher in the library; it must be there for as long as this is used. Errors: `TransportError`. */
  constructor(address: bigint, capacity: number) {
    this.#publish = openNativeLibrary().uri_zenoh_publish;
    this.#pointer = Deno.UnsafePointer.create(address);
    this.#capacity = capacity;
  }

  /**
   * See {@link Publisher.publish}. What the network does not take at once is dropped: Zenoh does not tell, and a later message makes up for it.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    if (byteLength > this.#capacity) return -1;
    this.#publish(this.#pointer, source as Uint32Array<ArrayBuffer>, byteOffset, byteLength);
    return 0;
  }
}
