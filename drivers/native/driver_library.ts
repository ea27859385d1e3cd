import { PrivateLibrary } from "../../core/native/private_library.ts";
import type { LibraryFile } from "../../core/native/private_library.ts";
import { cxxClassNames } from "./cxx_class_names.ts";
import type { DriverCalls } from "./driver_calls.ts";
import { DRIVER_SYMBOLS } from "./driver_symbols.ts";

/** Version of the C++ class RobotDriver that libraries must be built with: ROBOT_DRIVER_ABI_VERSION. */
const CXX_ABI_VERSION = 3;
/** Version of uri_driver.h: URI_DRIVER_ABI_VERSION. */
const C_ABI_VERSION = 1;
/** A class list that does not end is none. */
const MOST_CLASSES = 1000;

const PLUGIN_SYMBOLS = ["ROBOT_DRIVER_PLUGIN", "MC_RTC_ROBOT_DRIVER"];
const VERSION_SYMBOLS = ["robot_driver_abi_version", "mc_robot_driver_abi_version"];
const NAMES = { uri_driver_class_name: { parameters: ["u32"], result: "pointer" } } as const;
const BIND = { uri_driver_cxx_bind: { parameters: ["pointer", "pointer", "pointer"], result: "void" } } as const;

/** A driver library that is open. */
export class DriverLibrary {
  /** Where it lies. */
  readonly path: string;
  /** Names of the drivers in it. */
  readonly classes: readonly string[];
  readonly #file: LibraryFile;
  readonly #library: PrivateLibrary;

  private constructor(file: LibraryFile, library: PrivateLibrary, classes: readonly string[]) {
    this.path = file.path;
    this.classes = classes;
    this.#file = file;
    this.#library = library;
  }

  /** True for a library that says that it holds drivers. */
  static isOne({ elf }: LibraryFile): boolean {
    return [...PLUGIN_SYMBOLS, "uri_driver_abi_version"].some((name) => elf.exports.has(name));
  }

  /** Opens a library and asks for its class names. Returns why not, when that is not possible. */
  static open(file: LibraryFile): DriverLibrary | { readonly reason: string } {
    const library = PrivateLibrary.open(file);
    if ("reason" in library) return library;
    return new DriverLibrary(file, library, classNames(file, library));
  }

  /** Why the driver `name` of this library cannot be made; "" when it can. */
  refusal(name: string): string {
    const { elf, path } = this.#file;
    const isCxx = isCxxLibrary(this.#file);
    if (isCxx && pluginSymbol(this.#file) === undefined) {
      return `it does not export ROBOT_DRIVER_PLUGIN, by which a library names its drivers: write it, and where the project ` +
        `hides its symbols, mark it, create and destroy with ROBOT_DRIVER_DLLAPI; then rebuild and reinstall it`;
    }
    const found = isCxx ? cxxVersion(this.#file, this.#library) : readNumber(this.#library, "uri_driver_abi_version");
    const expected = isCxx ? CXX_ABI_VERSION : C_ABI_VERSION;
    if (found !== expected) {
      const version = found === undefined ? "no ABI version" : `ABI version ${found}`;
      const macro = found === undefined
        ? " One of its source files must have the line ROBOT_DRIVER_EXPORT_ABI_VERSION()."
        : "";
      return `[PluginLoader] Plugin '${name}' (${path}) was built against an incompatible interface: ${version} ` +
        `(expected ABI version ${expected}). Rebuild and reinstall it against the current headers.${macro}`;
    }
    if (isCxx && !elf.exports.has("create")) {
      return `Failed to resolve create symbol in ${path}: Export it from the driver, or rebuild it`;
    }
    if (isCxx && !elf.exports.has("destroy")) {
      return `Symbol destroy not found in ${path}: Export it from the driver, or rebuild it`;
    }
    const missing = Object.entries(DRIVER_SYMBOLS).map(([symbol, { ...how }]) => "optional" in how ? "" : symbol)
      .filter((symbol) => symbol !== "" && !elf.exports.has(symbol));
    if (isCxx && (missing.length > 0 || !elf.exports.has("uri_driver_cxx_bind"))) {
      return `[PluginLoader] Plugin '${name}' (${path}) was built against another RobotDriverTemplate.h: it has the plugin symbols of the C++ ` +
        `program, but not the functions that this one calls. Its sources need no change: rebuild and reinstall it against the headers of this ` +
        `installation (cmake -S SOURCES -B build -DCMAKE_PREFIX_PATH=PREFIX -DCMAKE_INSTALL_PREFIX=PREFIX, then cmake --build build and ` +
        `cmake --install build)`;
    }
    if (missing.length > 0) {
      return `[PluginLoader] Plugin '${name}' (${path}) does not export ${missing.join(", ")}: see uri_driver.h`;
    }
    return createArgumentsRefusal(this.#file, this.#library);
  }

  /** The functions of the library; for one that has no {@link refusal}, and when no other is opened any more. */
  calls(): DriverCalls {
    if (this.#file.elf.exports.has("LOAD_GLOBAL")) this.#library.makeGlobal();
    return Deno.dlopen(this.#library.copy, DRIVER_SYMBOLS).symbols;
  }

  /** Gives the library back. */
  close(): void {
    this.#library.close();
  }
}

function isCxxLibrary(file: LibraryFile): boolean {
  return file.elf.exports.has("uri_driver_cxx_bind") || pluginSymbol(file) !== undefined;
}

function pluginSymbol({ elf }: LibraryFile): string | undefined {
  return PLUGIN_SYMBOLS.find((name) => elf.exports.has(name));
}

function classNames(file: LibraryFile, library: PrivateLibrary): string[] {
  const { exports } = file.elf;
  const plugin = pluginSymbol(file);
  if (plugin !== undefined && exports.has("uri_driver_cxx_bind")) {
    const address = (name: string) => exports.has(name) ? library.symbol(name) : null;
    const bound = Deno.dlopen(library.copy, BIND);
    bound.symbols.uri_driver_cxx_bind(library.symbol(plugin), address("create"), address("destroy"));
    bound.close();
  } else if (plugin !== undefined) {
    return file.elf.needed.includes("libstdc++.so.6") ? cxxNames(library, plugin) : [];
  }
  if (!exports.has("uri_driver_class_name")) return [];
  const { symbols, close } = openPart(library, NAMES);
  const names: string[] = [];
  for (let i = 0; i < MOST_CLASSES; i++) {
    const name = symbols.uri_driver_class_name(i);
    if (name === null) break;
    names.push(Deno.UnsafePointerView.getCString(name));
  }
  close();
  return names;
}

/** Opens some of the library's functions; to be closed again. */
function openPart<const T extends Deno.ForeignLibraryInterface>(library: PrivateLibrary, symbols: T) {
  const part = Deno.dlopen(library.copy, symbols);
  return { symbols: part.symbols, close: () => part.close() };
}

function cxxVersion({ elf }: LibraryFile, library: PrivateLibrary): number | undefined {
  const symbol = VERSION_SYMBOLS.find((name) => elf.exports.has(name));
  return symbol === undefined ? undefined : readNumber(library, symbol);
}

/** The convention of mc_rtc's loader: a library may say how many parameters its create() has. */
function createArgumentsRefusal({ elf, path }: LibraryFile, library: PrivateLibrary): string {
  const symbol = "create_args_required";
  const count = elf.exports.has(symbol) ? readNumber(library, symbol) : 5;
  if (count === 5) return "";
  return `${path}: create() takes ${count} parameters; wanted 5: name, ip, port, config_path, grippers; correct the driver and rebuild it`;
}

/** What a function without parameters returns. */
function readNumber(library: PrivateLibrary, name: string): number {
  const { symbols, close } = openPart(library, { read: { name, parameters: [], result: "u32" } });
  const value = symbols.read();
  close();
  return value;
}

function cxxNames(library: PrivateLibrary, name: string): string[] {
  const { symbols, close } = openPart(library, { list: { name, parameters: ["buffer"], result: "void" } });
  const names = cxxClassNames((vector) => symbols.list(vector));
  close();
  return names;
}
