import { CellLayout } from "../cell/cell_layout.ts";
import { TransportError } from "../transport_error.ts";

/** Refuses a cell of the native library when it is of another layout: the library was built with its own, this program reads its own. */
export function checkNativeCell({ address, byteLength }: { address: bigint; byteLength: number }): void {
  const words = new Uint32Array(
    Deno.UnsafePointerView.getArrayBuffer(Deno.UnsafePointer.create(address)!, byteLength),
    0,
    CellLayout.HEADER,
  );
  if (words[CellLayout.W_MAGIC] === CellLayout.MAGIC && words[CellLayout.W_VERSION] === CellLayout.VERSION) return;
  throw new TransportError(
    "unavailable",
    `opening the native Zenoh library: it fills cells of layout ${
      words[CellLayout.W_VERSION]
    }; wanted ${CellLayout.VERSION}. Build it again: ./dev build`,
  );
}
