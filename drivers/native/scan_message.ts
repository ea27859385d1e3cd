import type { BadLibrary, ScannedLibrary } from "./driver_scan.ts";

/** What the process that looks at libraries tells the one that has started it, one a line. */
export type ScanMessage =
  /** This library is being opened. */
  | { readonly opening: string }
  /** This is what it is. */
  | { readonly seen: ScannedLibrary | BadLibrary }
  /** All were looked at. */
  | { readonly done: true };

/** Begins a message: libraries may print, too. */
export const SCAN_MESSAGE_MARK = "\x1e";
