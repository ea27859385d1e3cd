import { existsSync } from "node:fs";
import { DriverError } from "../../core/driver_error.ts";
import type { InstallPrefix } from "../../core/install_prefix.ts";
import { nearestWord } from "../../core/nearest_word.ts";
import { ProcessKeeper } from "../../core/process_keeper.ts";
import type { RobotDriverFactory } from "../robot_driver.ts";
import { NativeDriver } from "./native_driver.ts";
import { DriverLibrary } from "./driver_library.ts";
import type { DriverCalls } from "./driver_calls.ts";
import type { DriverScan } from "./driver_scan.ts";
import { readLibraryFile } from "./read_library_file.ts";
import { scanApart } from "./scan_apart.ts";

/** Folders in which a driver is not found, but in which some projects install it. */
const TRAPS = ["lib64", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"];

/** More names are no help to anybody, and would not fit into an answer. */
const MOST_NAMES = 40;
const NAMES_NO_DRIVER = "it names no driver: its ROBOT_DRIVER_PLUGIN adds none to the list, or throws";

/** What {@link loadNativeDriver} knows beside the name. */
export interface LoadNativeDriverOptions {
  /** The installation. */
  readonly installation: InstallPrefix;
  /** Drivers that are part of the program, for messages. */
  readonly builtIn: readonly string[];
  /** Gets what the user should know of other libraries. */
  readonly warn: (text: string) => void;
  /** Looks at the libraries of a folder; by default `scanApart`. */
  readonly scan?: (folder: string) => Promise<DriverScan>;
}

/**
 * Finds the driver of class `name` in `<prefix>/lib/robot_interface`, and nowhere else. Errors: {@link DriverError} with what was looked for where,
 * what there is, and which libraries cannot be used, and why.
 */
export async function loadNativeDriver(name: string, options: LoadNativeDriverOptions): Promise<RobotDriverFactory> {
  const { installation: { prefix, reason }, warn, scan = scanApart } = options;
  if (prefix === undefined) throw new DriverError(name, notFound(name, options, undefined, `(none: ${reason})`));
  const folder = `${prefix}/lib/robot_interface`;
  const found = await scan(folder);
  warnOf(found, warn);
  const library = found.libraries.find(({ classes }) => classes.includes(name));
  if (library === undefined) throw new DriverError(name, notFound(name, options, found, folder));
  if (library.refusal !== "") throw new DriverError(name, library.refusal.replaceAll("NAME", name));
  const keeper = new ProcessKeeper();
  const calls = open(library.path, name);
  // deno-lint-ignore require-await -- what is thrown must become a rejection
  return async (context) => {
    try {
      return NativeDriver.create({ calls, className: name }, context);
    } finally {
      for (const text of keeper.giveBack()) context.log("warning", `the driver '${name}' ${text}`);
    }
  };
}

/** Opens the one library that is used. */
function open(path: string, name: string): DriverCalls {
  const file = readLibraryFile(path);
  const library = "reason" in file ? file : DriverLibrary.open(file);
  // It may have been replaced since it was looked at.
  const fault = "reason" in library
    ? library.reason
    : library.classes.includes(name)
    ? library.refusal(name)
    : "it has changed in this moment; try again";
  if (!("reason" in library) && fault === "") return library.calls();
  throw new DriverError(name, `[PluginLoader] Failed to load ${path}: ${fault}`);
}

function warnOf({ libraries, bad }: DriverScan, warn: (text: string) => void): void {
  for (const { path, reason } of bad) warn(`[PluginLoader] Failed to load ${path}: ${reason}`);
  const owners = new Map<string, string>();
  for (const { path, classes } of libraries) {
    for (const name of classes) {
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
}

function notFound(
  name: string,
  { builtIn, installation: { prefix } }: LoadNativeDriverOptions,
  scan: DriverScan | undefined,
  searched: string,
): string {
  const found = scan?.libraries.flatMap(({ classes }) => classes) ?? [];
  const names = [...new Set([...builtIn, ...found])];
  const more = names.length - MOST_NAMES;
  const lines = [
    `[PluginLoader] Plugin '${name}' not found`,
    "[PluginLoader] Searched paths:",
    `  - ${searched}${scan !== undefined && !existsSync(searched) ? " (does not exist)" : ""}`,
    "[PluginLoader] Available plugins:",
    ...names.slice(0, MOST_NAMES).map((each) => `  - ${each}${builtIn.includes(each) ? " (built in)" : ""}`),
    ...(more > 0 ? [`  - … and ${more} more`] : []),
  ];
  const useless = [
    ...scan?.bad ?? [],
    ...(scan?.libraries ?? []).filter(({ classes }) => classes.length === 0)
      .map((library) => ({ path: library.path, reason: library.refusal.replaceAll("NAME", "?") || NAMES_NO_DRIVER })),
  ];
  if (useless.length > 0) {
    lines.push("[PluginLoader] Libraries that cannot be used:");
    for (const { path, reason } of useless) lines.push(`  - ${path}: ${reason}`);
  }
  for (const trap of TRAPS) {
    const folder = `${prefix}/${trap}/robot_interface`;
    if (prefix === undefined || !existsSync(folder)) continue;
    lines.push(
      `[PluginLoader] There is a folder ${folder}, which is not looked through: install drivers to lib/robot_interface ` +
        `(cmake -DCMAKE_INSTALL_LIBDIR=lib)`,
    );
  }
  return [...lines, `[PluginLoader] Cannot load plugin: ${name}: ${advice(name, names, useless.length > 0)}`].join(
    "\n",
  );
}

function advice(name: string, names: readonly string[], hasUseless: boolean): string {
  // What nearly all names begin with says nothing about how near two of them are.
  const own = (each: string) => each.replace(/^RobotDriver/i, "");
  const nearest = nearestWord(own(name), names.map(own));
  const near = names.find((each) => own(each) === nearest);
  if (near !== undefined) return `did you mean '${near}'?`;
  return hasUseless
    ? "if it is in one of the libraries that cannot be used, mend that; else correct robot_interface.driver, or install the driver"
    : "correct robot_interface.driver, or install the driver";
}
