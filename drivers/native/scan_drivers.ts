import { DriverLibrary } from "./driver_library.ts";
import type { BadLibrary, DriverScan, ScannedLibrary } from "./driver_scan.ts";
import { readLibraryFile } from "./read_library_file.ts";

/** How {@link scanDrivers} goes about it. */
export interface ScanOptions {
  /** Libraries that are not looked at. */
  readonly skip?: readonly string[];
  /** Told before a library is opened: whatever it does then has a name. */
  readonly onOpen?: (path: string) => void;
  /** Told what a library is. */
  readonly onSeen?: (seen: ScannedLibrary | BadLibrary) => void;
}

/**
 * Opens every library of a folder that says that it holds drivers, and closes it again: names that end in `.so`, links too, the most recently changed
 * first. Libraries without a driver are not opened at all; a folder that does not exist is empty. A library runs as soon as it is opened, and can end the
 * process: see `scanApart`.
 */
export function scanDrivers(folder: string, { skip = [], onOpen, onSeen }: ScanOptions = {}): DriverScan {
  const libraries: ScannedLibrary[] = [];
  const bad: BadLibrary[] = [];
  for (const path of candidates(folder)) {
    if (skip.includes(path)) continue;
    const seen = look(path, onOpen);
    if (seen === undefined) continue;
    onSeen?.(seen);
    if ("reason" in seen) bad.push(seen);
    else libraries.push(seen);
  }
  return { libraries, bad };
}

/** Undefined for one that holds no driver. */
function look(path: string, onOpen?: (path: string) => void): ScannedLibrary | BadLibrary | undefined {
  const file = readLibraryFile(path);
  if ("reason" in file) return { path, ...file };
  if (!DriverLibrary.isOne(file)) return undefined;
  onOpen?.(path);
  const library = DriverLibrary.open(file);
  if ("reason" in library) return { path, ...library };
  const { classes } = library;
  const refusal = library.refusal("NAME");
  library.close();
  return { path, classes, refusal };
}

function candidates(folder: string): string[] {
  const found: { path: string; time: number }[] = [];
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(folder)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
  for (const { name } of entries) {
    if (!name.endsWith(".so") || name === ".so") continue;
    const path = `${folder}/${name}`;
    try {
      const { isDirectory, mtime } = Deno.statSync(path);
      if (!isDirectory) found.push({ path, time: mtime?.getTime() ?? 0 });
    } catch {
      found.push({ path, time: 0 }); // reading it tells why it cannot be looked at
    }
  }
  return found.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}
