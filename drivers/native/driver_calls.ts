import type { DRIVER_SYMBOLS } from "./driver_symbols.ts";

/** The functions of a loaded driver library, ready to be called. */
export type DriverCalls = Deno.DynamicLibrary<typeof DRIVER_SYMBOLS>["symbols"];
