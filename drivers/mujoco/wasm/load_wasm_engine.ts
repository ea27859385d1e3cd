import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";
import { HostFiles } from "./host_files.ts";
import type { MujocoEngine, MujocoStep } from "./mujoco_engine.ts";
import { mujocoError } from "./mujoco_error.ts";
import { stripCustomSections } from "./strip_custom_sections.ts";

/** A function of the module's table as JavaScript sees it. */
type TableFunction = (...words: number[]) => number | void;
/** What the module imports from its JavaScript glue, by name. */
type Imports = Record<string, TableFunction>;
/** `mj_step` in the function table: the wrapper to call, and the target to hand to it. */
interface StepEntry {
  invoker: number;
  target: number;
}

/**
 * Loads MuJoCo (npm `@mujoco/mujoco`, single-threaded build) into this thread; takes about 0.1 s. Rejects with a `DriverError`
 * when the package is not what this program was written for.
 *
 * The module is compiled here, not by the package: synchronously, so that V8 compiles only the functions that run, and without
 * debug sections. Resident memory grows by 45 MB instead of 95 MB.
 */
export async function loadMujocoEngine(): Promise<MujocoEngine> {
  const { default: load } = await import("@mujoco/mujoco");
  const files = new HostFiles();
  const messages: string[] = [];
  const entry: StepEntry = { invoker: 0, target: 0 };
  let instance: WebAssembly.Instance | undefined;
  const api: MainModule = await load({
    print: (line: string) => messages.push(line),
    printErr: (line: string) => messages.push(line),
    instantiateWasm: (
      imports: Record<string, Imports>,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      hookImports(imports.env, () => instance!.exports.memory as WebAssembly.Memory, files, entry);
      const module = compile();
      instance = new WebAssembly.Instance(module, imports as unknown as WebAssembly.Imports);
      done(instance, module);
      return {};
    },
  });
  files.attach(api);
  const table = instance?.exports.__indirect_function_table;
  if (!(table instanceof WebAssembly.Table) || entry.invoker === 0) {
    throw mujocoError(
      "loading MuJoCo: the package @mujoco/mujoco has another binding than version 3.14.0; install the pinned version",
    );
  }
  const invoke = table.get(entry.invoker) as TableFunction;
  return {
    api,
    lookFrom: (model) => files.lookFrom(model),
    missingFile: () => files.missing,
    packageConflict: () => files.conflict,
    takeMessages: () => messages.splice(0),
    bindStep: (model, data) => new DirectStep(invoke, entry.target, pointerOf(model), pointerOf(data)),
    releaseFiles: () => files.release(),
  };
}

/** Calls `mj_step` through the function table: the binding's own wrapper allocates about 150 bytes a call until V8 has optimised it. */
class DirectStep implements MujocoStep {
  isIdle = false;
  readonly #invoke: TableFunction;
  readonly #target: number;
  readonly #model: number;
  readonly #data: number;

  constructor(invoke: TableFunction, target: number, model: number, data: number) {
    this.#invoke = invoke;
    this.#target = target;
    this.#model = model;
    this.#data = data;
  }

  /** @realtime */
  step(): void {
    if (!this.isIdle) this.#invoke(this.#target, this.#model, this.#data);
  }
}

function compile(): WebAssembly.Module {
  const url = new URL("mujoco.wasm", import.meta.resolve("@mujoco/mujoco"));
  const bytes = Deno.readFileSync(url);
  try {
    return new WebAssembly.Module(stripCustomSections(bytes));
  } finally {
    // V8 has its own copy. This one is freed now, and not when the garbage collector gets to it.
    bytes.buffer.transfer(0);
  }
}

/** Listens to some of the module's imports: file look-ups, and the registration of `mj_step`. */
function hookImports(env: Imports, memory: () => WebAssembly.Memory, files: HostFiles, entry: StepEntry): void {
  const text = (pointer: number) => {
    const bytes = new Uint8Array(memory().buffer, pointer);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const { __syscall_stat64: stat, __syscall_openat: open, _embind_register_function: register } = env;
  env.__syscall_stat64 = (path, buffer) => {
    files.provide(text(path));
    return stat(path, buffer);
  };
  env.__syscall_openat = (folder, path, flags, mode) => {
    files.provide(text(path));
    return open(folder, path, flags, mode);
  };
  env._embind_register_function = (name, ...rest) => {
    if (text(name).split("(")[0] === "mj_step") {
      entry.invoker = rest[3];
      entry.target = rest[4];
    }
    return register(name, ...rest);
  };
}

/** Address of the C++ object behind a handle of the binding. */
function pointerOf(handle: MjModel | MjData): number {
  const inner = (handle as unknown as { $$?: { ptr?: unknown } }).$$;
  if (typeof inner?.ptr !== "number") {
    throw mujocoError(
      "binding mj_step: the handle has no address; install the pinned version of @mujoco/mujoco (3.14.0)",
    );
  }
  return inner.ptr;
}
