import type { CONTROLLER_SYMBOLS } from "./controller_symbols.ts";

/** The functions of a loaded controller library, ready to be called. */
export type ControllerCalls = Deno.DynamicLibrary<typeof CONTROLLER_SYMBOLS>["symbols"];
