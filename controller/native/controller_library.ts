import { PrivateLibrary } from "../../core/native/private_library.ts";
import type { LibraryFile } from "../../core/native/private_library.ts";
import { readElf } from "../../core/native/read_elf.ts";
import { ControllerError } from "../controller_error.ts";
import type { ControllerCalls } from "./controller_calls.ts";
import { CONTROLLER_SYMBOLS } from "./controller_symbols.ts";
import { libraryText } from "./library_text.ts";

/** Version of uri_controller.h: URI_CONTROLLER_ABI_VERSION. */
const ABI_VERSION = 1;
/** What a library built from C++ exports, and what is asked for first. */
const CXX_SYMBOLS = ["robot_controller_backend_name", "robot_controller_create", "robot_controller_destroy"] as const;
const NAMES = {
  uri_controller_abi_version: { parameters: [], result: "u32" },
  uri_controller_backend_name: { parameters: [], result: "pointer" },
} as const;
const BIND = { uri_controller_cxx_bind: { parameters: ["pointer", "pointer", "pointer"], result: "void" } } as const;
const CONFIGURE = {
  uri_controller_configure_modules: { parameters: ["buffer", "buffer", "u32"], result: "i32", nonblocking: true },
} as const;
const DESCRIBE = {
  uri_controller_robot_module: { parameters: ["buffer", "buffer", "u32"], result: "i32", nonblocking: true },
} as const;
const MODULE_BYTES = 64 * 1024;
/** No robot has more to be said of it. */
const MOST_MODULE_BYTES = 64 * 1024 * 1024;
const ERROR_BYTES = 4096;

/**
 * The library of a controller, open and found in order. It stays open as long as the process: most C++ libraries cannot be unloaded, and threads of
 * theirs may run.
 */
export class ControllerLibrary {
  /** Where it lies. */
  readonly path: string;
  readonly #library: PrivateLibrary;
  readonly #exports: ReadonlySet<string>;

  private constructor(path: string, library: PrivateLibrary, exports: ReadonlySet<string>) {
    this.path = path;
    this.#library = library;
    this.#exports = exports;
  }

  /**
   * True when the library at `path` can describe robot modules; it is read, and nothing of it runs. False also when it is no library: that is told
   * by {@link open}.
   */
  static describesModules(path: string): boolean {
    try {
      const elf = readElf(Deno.readFileSync(path));
      return typeof elf !== "string" && elf.exports.has("uri_controller_robot_module");
    } catch {
      return false;
    }
  }

  /**
   * Opens a private copy of the library at `path` as that of the controller `name`. Runs the library's constructors. Errors: {@link ControllerError}
   * when it cannot be opened, is none for this program, or belongs to another name.
   */
  static open(name: string, path: string): ControllerLibrary {
    const file = readLibrary(name, path);
    const fault = missingSymbol(file);
    // deno-lint-ignore uri/error-texts -- the colon is in the fault
    if (fault !== "") throw new ControllerError(name, `Controller plugin '${path}' ${fault}`);
    const library = PrivateLibrary.open(file);
    if ("reason" in library) throw failedToLoad(name, path, library.reason);
    const opened = new ControllerLibrary(path, library, file.elf.exports);
    const refusal = opened.#refusal(name, file);
    if (refusal === "") return opened;
    // deno-lint-ignore uri/error-texts -- the colon is in the refusal
    throw new ControllerError(name, `Controller plugin '${path}' ${refusal}`);
  }

  /** The functions of the library. */
  calls(): ControllerCalls {
    return Deno.dlopen(this.#library.copy, CONTROLLER_SYMBOLS).symbols;
  }

  /**
   * Hands the configuration over, as the user has written it, for the modules that the controller then describes. Resolves to why it cannot describe any;
   * "" when it can, and when it does not want to know. The controller may take its time, in a thread of its own.
   */
  async configureModules(configuration: unknown): Promise<string> {
    if (!this.#exports.has("uri_controller_configure_modules")) return "";
    using part = openPart(this.#library, CONFIGURE);
    const text = new Uint8Array(ERROR_BYTES);
    const json = cText(JSON.stringify(configuration));
    const code = await part.symbols.uri_controller_configure_modules(json, text, text.length);
    return code >= 0 ? "" : libraryText(text) || `it failed with code ${code} and no text`;
  }

  /**
   * What the controller knows of the robot module `module`, in its YAML form; `undefined` when it knows none of that name. Resolves to why, when it
   * cannot describe it. For a library that {@link describesModules}. The controller may take its time, in a thread of its own.
   */
  async describe(module: string): Promise<{ readonly text: string } | { readonly fault: string } | undefined> {
    using part = openPart(this.#library, DESCRIBE);
    const name = cText(module);
    let text = new Uint8Array(MODULE_BYTES);
    let length = await part.symbols.uri_controller_robot_module(name, text, text.length);
    if (length >= text.length && length < MOST_MODULE_BYTES) {
      text = new Uint8Array(length + 1);
      length = await part.symbols.uri_controller_robot_module(name, text, text.length);
    }
    if (length < 0) return { fault: libraryText(text) || `it failed with code ${length} and no text` };
    if (length >= text.length) {
      return {
        fault: `its description has ${length} bytes, wanted fewer than ${Math.max(text.length, MOST_MODULE_BYTES)}`,
      };
    }
    try {
      const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      return length === 0 ? undefined : { text: utf8.decode(text.subarray(0, length)) };
    } catch {
      return { fault: "its description is not in UTF-8; wanted a text that is" };
    }
  }

  /** Why the open library is not the controller `name`; "" when it is. */
  #refusal(name: string, { elf }: LibraryFile): string {
    using part = openPart(this.#library, NAMES);
    const version = part.symbols.uri_controller_abi_version();
    if (version !== ABI_VERSION) {
      return `was built against an incompatible interface: version ${version} of uri_controller.h ` +
        `(expected version ${ABI_VERSION}). Rebuild and reinstall it against the current headers`;
    }
    if (elf.exports.has("uri_controller_cxx_bind")) {
      const [backendName, create, destroy] = CXX_SYMBOLS.map((symbol) => this.#library.symbol(symbol));
      using bound = openPart(this.#library, BIND);
      bound.symbols.uri_controller_cxx_bind(backendName, create, destroy);
    }
    const given = part.symbols.uri_controller_backend_name();
    const provided = given === null ? "" : readName(given);
    if (provided === name) return "";
    return `provides backend '${provided}', but backend '${name}' was requested: ` +
      `give the library the name librobot_controller_${provided}.so, or correct the name that it exports`;
  }
}

/** Opens some of the library's functions, until it is disposed of. */
function openPart<const T extends Deno.ForeignLibraryInterface>(library: PrivateLibrary, symbols: T) {
  const part = Deno.dlopen(library.copy, symbols);
  return { symbols: part.symbols, [Symbol.dispose]: () => part.close() };
}

/** A text for C, in memory that never moves: V8 moves small arrays, also while another thread reads them. */
function cText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const memory = new Uint8Array(Math.max(bytes.length, 128));
  memory.set(bytes);
  return memory;
}

function readName(pointer: Deno.PointerObject): string {
  try {
    return Deno.UnsafePointerView.getCString(pointer);
  } catch {
    return "(a name that is no UTF-8)";
  }
}

function failedToLoad(name: string, path: string, reason: string): ControllerError {
  return new ControllerError(name, `Failed to load controller backend '${name}' from '${path}': ${reason}`);
}

function readLibrary(name: string, path: string): LibraryFile {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "cannot open shared object file: No such file or directory"
      : `cannot open shared object file: ${(error as Error).message.replace(/, readfile.*$/, "")}`;
    throw failedToLoad(name, path, reason);
  }
  const elf = readElf(bytes);
  if (typeof elf === "string") throw failedToLoad(name, path, elf);
  if (!elf.isLibrary) throw failedToLoad(name, path, "it is a program; wanted a shared library");
  return { path, bytes, elf };
}

/** What a library lacks to be a controller of this program; "" when it has everything. */
function missingSymbol({ elf: { exports } }: LibraryFile): string {
  const isFlat = exports.has("uri_controller_abi_version");
  const isCxx = exports.has("uri_controller_cxx_bind") || !isFlat;
  const missing = isCxx ? CXX_SYMBOLS.find((symbol) => !exports.has(symbol)) : undefined;
  if (missing !== undefined) {
    // With -fvisibility=hidden it may well be defined.
    const why = isFlat
      ? "; write URI_CONTROLLER_EXPORT before its definition, as this library may hide its symbols"
      : "";
    return `does not export '${missing}': undefined symbol: ${missing}${why}`;
  }
  if (!isFlat) {
    return "was built against another Controller.h: it has the three symbols of the C++ program, but not the functions that this one calls. " +
      "Add ROBOT_CONTROLLER_EXPORT_FLAT() to one of its sources, and rebuild and reinstall it against the headers of this installation " +
      "(cmake -S SOURCES -B build -DCMAKE_PREFIX_PATH=PREFIX -DCMAKE_INSTALL_PREFIX=PREFIX, then cmake --build build and " +
      "cmake --install build)";
  }
  const wanted = [...Object.keys(NAMES), ...Object.keys(CONTROLLER_SYMBOLS)].find((symbol) => !exports.has(symbol));
  return wanted === undefined ? "" : `does not export '${wanted}': undefined symbol: ${wanted}; see uri_controller.h`;
}
