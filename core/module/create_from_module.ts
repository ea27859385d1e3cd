import { describeThrown } from "./describe_thrown.ts";
import { importModule } from "./import_module.ts";
import { methodFaults, type WantedMethod } from "./method_faults.ts";
import { ModuleError } from "./module_error.ts";

/** How long a module is waited for without a word [ms]. */
const PATIENCE_MS = 5000;

/** What {@link createFromModule} makes, and how it talks of it. */
export interface ModuleWork {
  /** The module, as an absolute path. */
  readonly path: string;
  /** What its default export makes, e.g. `driver`. */
  readonly what: string;
  /** What that function is called with. */
  readonly values: readonly unknown[];
  /** What the object must have. */
  readonly methods: readonly WantedMethod[];
  /** Told every five seconds for how many the module has been waited for. */
  readonly onWait?: (seconds: number) => void;
}

/**
 * Imports a module and calls its default export, which returns an object or a promise of one. Rejects with a {@link ModuleError} when there is no
 * such module, when it throws, and when the object has not the methods wanted; an object with a `close()` is then closed. A module that never
 * settles keeps this waiting.
 */
export async function createFromModule(work: ModuleWork): Promise<object> {
  const { path, what, values, methods } = work;
  let waited = 0;
  const timer = setInterval(() => work.onWait?.(waited += PATIENCE_MS / 1000), PATIENCE_MS);
  try {
    const factory = await importModule(path, what);
    const made = await called(factory, values, path, what);
    const faults = methodFaults(made, methods);
    if (faults === "") return made as object;
    closeQuietly(made);
    throw new ModuleError(path, `Cannot use the ${what} of the module ${path}: ${faults}; see docs/modules.md`);
  } finally {
    clearInterval(timer);
  }
}

async function called(
  factory: (...values: unknown[]) => unknown,
  values: readonly unknown[],
  path: string,
  what: string,
): Promise<unknown> {
  try {
    return await factory(...values);
  } catch (cause) {
    const why = describeThrown(cause, path);
    throw new ModuleError(path, `Cannot create the ${what} of the module ${path}: ${why}`, { cause });
  }
}

/** What is refused may hold a connection. */
function closeQuietly(made: unknown): void {
  try {
    (made as { close?: () => void } | null | undefined)?.close?.();
  } catch {
    // The refusal is what there is to tell.
  }
}
