import type { HeapFigures } from "./heap_watch.ts";

/** The figures of a heap that was not watched. */
export const NO_HEAP_FIGURES: HeapFigures = { watched: false, growth_bytes: 0, minor_gcs: 0, major_gcs: 0 };
