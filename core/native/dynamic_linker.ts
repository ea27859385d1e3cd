const SYMBOLS = {
  dlopen: { parameters: ["buffer", "i32"], result: "pointer" },
  dlsym: { parameters: ["pointer", "buffer"], result: "pointer" },
  dlclose: { parameters: ["pointer"], result: "i32" },
  dlerror: { parameters: [], result: "pointer" },
} as const;

const RTLD_NOW = 2;
const RTLD_NOLOAD = 4;
const RTLD_GLOBAL = 0x100;

type Calls = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

let opened: Calls | undefined;

/**
 * The system's dynamic linker, called directly: `Deno.dlopen` binds functions late, so that one that is missing ends the process when it is
 * called for the first time, and it has no way to make symbols global.
 */
export class DynamicLinker {
  readonly #calls: Calls;

  /** Opens the functions, once per thread. */
  constructor() {
    this.#calls = opened ??= openLinker();
  }

  /**
   * Opens a library with all its symbols bound; `isGlobal`: they serve libraries that are opened later. Returns its handle, or why it cannot
   * be opened, in the linker's words. Runs the library's constructors.
   */
  open(path: string, isGlobal = false): Deno.PointerObject | { readonly reason: string } {
    const handle = this.#calls.dlopen(cText(path), RTLD_NOW | (isGlobal ? RTLD_GLOBAL : 0));
    if (handle !== null) return handle;
    const text = this.#calls.dlerror();
    return { reason: text === null ? "unknown reason" : Deno.UnsafePointerView.getCString(text) };
  }

  /** True while something that was opened from `path` is still loaded; many C++ libraries stay although they were given back. */
  isLoaded(path: string): boolean {
    const handle = this.#calls.dlopen(cText(path), RTLD_NOW | RTLD_NOLOAD);
    if (handle === null) return false;
    this.#calls.dlclose(handle);
    return true;
  }

  /** Address of a symbol of this library, or of those that it needs; `null` when there is none. */
  symbol(handle: Deno.PointerObject, name: string): Deno.PointerObject | null {
    return this.#calls.dlsym(handle, cText(name));
  }

  /** Gives a library back; its code goes when nobody else has it open. */
  close(handle: Deno.PointerObject): void {
    this.#calls.dlclose(handle);
  }
}

/** The functions stand in the C library, or, before glibc 2.34, in one of their own. */
function openLinker(): Calls {
  try {
    return Deno.dlopen("libc.so.6", SYMBOLS).symbols;
  } catch {
    return Deno.dlopen("libdl.so.2", SYMBOLS).symbols;
  }
}

function cText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`);
}
