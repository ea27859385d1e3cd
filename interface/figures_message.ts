import { durationFigures } from "../core/duration_figures.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { InterfaceBlock } from "./interface_block.ts";

/** What an interface answers on `{name}/figures`, for its manager's report: JSON. `block` is the memory of its loop. */
export function figuresMessage(block: SharedBlock): Uint8Array {
  const figures = { round_trip_us: durationFigures(block.histograms[InterfaceBlock.H_ROUND_TRIP]) };
  return new TextEncoder().encode(JSON.stringify(figures));
}
