import { basename, dirname, join } from "node:path";
import { Libc } from "../posix/libc.ts";
import { copyToMemory } from "./copy_to_memory.ts";
import { DynamicLinker } from "./dynamic_linker.ts";
import { type ElfFile, readElf } from "./read_elf.ts";
import { showLinesAtOnce } from "./show_lines_at_once.ts";

/** A library, ready to be opened. */
export interface LibraryFile {
  /** Where it lies. */
  readonly path: string;
  /** Its content. */
  readonly bytes: Uint8Array;
  /** What it says of itself. */
  readonly elf: ElfFile;
}

/**
 * An opened library that lives in a copy in memory: whatever happens to its file harms nobody who runs it. Only one that needs a library beside itself which does
 * not say its name (`-soname`) is opened where it lies, as the linker finds that one by its place alone.
 */
export class PrivateLibrary {
  /** Where the linker has it from: to be opened with `Deno.dlopen`, which gives the same instance. */
  readonly copy: string;
  readonly #linker = new DynamicLinker();
  readonly #handle: Deno.PointerObject;
  readonly #descriptor: number | undefined;

  private constructor(copy: string, handle: Deno.PointerObject, descriptor?: number) {
    this.copy = copy;
    this.#handle = handle;
    this.#descriptor = descriptor;
  }

  /** Opens a copy, and so runs the library's constructors. Returns why it cannot be opened, in the linker's words, when it cannot. */
  static open(file: LibraryFile): PrivateLibrary | { readonly reason: string } {
    const { path, bytes, elf } = file;
    if (elf.machine !== Deno.build.arch) {
      return { reason: `it is for ${elf.machine}, and this computer is ${Deno.build.arch}; build it for this one` };
    }
    const linker = new DynamicLinker();
    showLinesAtOnce();
    if (!openNeeded(file, linker)) {
      const place = Deno.realPathSync(path);
      const opened = linker.open(place);
      return "reason" in opened ? { reason: reasonOf(opened.reason, place, path) } : new PrivateLibrary(place, opened);
    }
    const { path: copy, descriptor } = copyToMemory(basename(path), bytes);
    const opened = linker.open(copy);
    if (!("reason" in opened)) return new PrivateLibrary(copy, opened, descriptor);
    new Libc().call.close(descriptor);
    return { reason: reasonOf(opened.reason, copy, path) };
  }

  /**
   * Lets its symbols, and those of the libraries that it needs, serve the libraries that are opened later: all of them, also where one has a
   * function of the same name itself. So only for the one library that is used, and when no other is opened any more.
   */
  makeGlobal(): void {
    this.#linker.open(this.copy, true);
  }

  /** Address of a symbol; `null` when there is none. */
  symbol(name: string): Deno.PointerObject | null {
    return this.#linker.symbol(this.#handle, name);
  }

  /** Gives it back: its destructors run, and its code goes when nobody else has it open. */
  close(): void {
    this.#linker.close(this.#handle);
    // The linker knows what it still holds by its path: that must not become the path of another copy.
    if (this.#descriptor !== undefined && !this.#linker.isLoaded(this.copy)) new Libc().call.close(this.#descriptor);
  }
}

/**
 * Opens what the library needs and has beside itself: in its copy, `$ORIGIN` would lead elsewhere. The linker then finds them by the names that they
 * give themselves. Returns whether it will. One that cannot be opened at all is missing below, where the linker says so.
 */
function openNeeded({ path, elf }: Pick<LibraryFile, "path" | "elf">, linker: DynamicLinker): boolean {
  const origin = dirname(Deno.realPathSync(path));
  const folders = elf.runPath.filter((folder) => /\$(ORIGIN|\{ORIGIN\})/.test(folder))
    .map((folder) => folder.replaceAll(/\$(ORIGIN|\{ORIGIN\})/g, origin));
  let isComplete = true;
  for (const name of elf.needed) {
    if (linker.isLoaded(name)) continue;
    const found = folders.map((folder) => join(folder, name)).find(exists);
    if (found === undefined) continue;
    openBeside(found, name, linker);
    if (!linker.isLoaded(name)) isComplete = false;
  }
  return isComplete;
}

/** The linker's words, with the path that the user knows. */
function reasonOf(reason: string, opened: string, path: string): string {
  return reason.replaceAll(opened, path).replace(`${path}: `, "");
}

/**
 * Opens a library that another one needs as `name`: from a copy, too, where the linker finds it by what it says of itself, and where it does not
 * look for its own place. They stay open.
 */
function openBeside(path: string, name: string, linker: DynamicLinker): void {
  const bytes = Deno.readFileSync(path);
  const elf = readElf(bytes);
  if (typeof elf === "string" || elf.soname !== name || elf.mayLookForItself) {
    linker.open(path);
    return;
  }
  if (openNeeded({ path, elf }, linker)) linker.open(copyToMemory(basename(path), bytes).path);
  else linker.open(path);
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
