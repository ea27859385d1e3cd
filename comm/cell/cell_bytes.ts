import { CellLayout } from "./cell_layout.ts";

/** Bytes of a cell for messages of up to `capacity` bytes (a multiple of 8). */
export function cellBytes(capacity: number): number {
  return 4 * (CellLayout.HEADER + CellLayout.SLOTS * (CellLayout.SLOT_HEADER + capacity / 4));
}
