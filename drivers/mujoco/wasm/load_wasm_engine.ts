import type { MainModule } from "@mujoco/mujoco";
import { mujocoError } from "../mujoco_error.ts";
import { stripCustomSections } from "../strip_custom_sections.ts";
import { HostFiles } from "./host_files.ts";
import { WasmEngine } from "./wasm_engine.ts";

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
export async function loadWasmEngine(): Promise<WasmEngine> {
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
  const { target } = entry;
  return new WasmEngine({
    api,
    files,
    messages,
    stepCall: (model, data) => void invoke(target, model, data),
    memory: instance!.exports.memory as WebAssembly.Memory,
  });
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
