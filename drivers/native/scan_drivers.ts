import { readElf } from "../../core/native/read_elf.ts";
import type { LibraryFile } from "../../core/native/private_library.ts";
import { DriverLibrary } from "./driver_library.ts";

/** What a folder of plugins holds. */
export interface DriverScan {
  /** The folder. */
  readonly folder: string;
  /** Libraries with drivers, the newest first. All are open. */
  readonly libraries: readonly DriverLibrary[];
  /** Libraries that cannot be used, with the reason. */
  readonly bad: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Opens every library of a folder that says that it holds drivers: names that end in `.so`, links too, the most recently changed first. Those that
 * cannot be opened are told of through `warn` and left; libraries without a driver are not opened at all. A folder that does not exist is empty.
 */
export function scanDrivers(folder: string, warn: (text: string) => void): DriverScan {
  const libraries: DriverLibrary[] = [];
  const bad: { path: string; reason: string }[] = [];
  const owners = new Map<string, string>();
  for (const path of candidates(folder)) {
    const opened = open(path);
    if (opened === undefined) continue;
    if ("reason" in opened) {
      bad.push({ path, reason: opened.reason });
      warn(`[PluginLoader] Failed to load ${path}: ${opened.reason}`);
      continue;
    }
    libraries.push(opened);
    for (const name of opened.classes) {
      const first = owners.get(name);
      if (first === undefined) owners.set(name, path);
      else {
        warn(
          `[PluginLoader] Multiple files export the same symbol: driver '${name}' stands in ${first} and in ${path}; ` +
            `the newer one, ${first}, is taken, remove the other`,
        );
      }
    }
  }
  return { folder, libraries, bad };
}

/** Undefined for one that holds no driver. */
function open(path: string): DriverLibrary | { readonly reason: string } | undefined {
  try {
    // To read a pipe would be to wait for whoever writes to it.
    if (!Deno.statSync(path).isFile) return { reason: "it is no file; wanted a library" };
    const bytes = Deno.readFileSync(path);
    const elf = readElf(bytes);
    if (typeof elf === "string") return { reason: elf };
    const file: LibraryFile = { path, bytes, elf };
    return DriverLibrary.isOne(file) ? DriverLibrary.open(file) : undefined;
  } catch (error) {
    return { reason: (error as Error).message };
  }
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
