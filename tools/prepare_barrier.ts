import { createHash } from "node:crypto";
import { isFile } from "./is_file.ts";
import { nativePlace } from "./native_place.ts";
import { projectRoot } from "./project_root.ts";
import { runProcess } from "./run_process.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";

const SOURCE = "drivers/mujoco/native/mujoco_barrier.c";
const COMPILERS = ["cc", "gcc", "clang"];
const FLAGS =
  "-std=c11 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Wpedantic -Werror -Wl,-z,relro,-z,now -Wl,-soname,libmujoco_barrier.so"
    .split(" ");

/** The barrier library (`mujoco_barrier.c`) is at this path, or why it is not. */
export type BarrierState = { readonly available: true; readonly library: string } | {
  readonly available: false;
  readonly reason: string;
};

/**
 * Makes the library through which native MuJoCo is called, for programs that run from source and for the executable: nothing when it is current, else
 * from the cache, else by the C compiler. Where that is missing there is none afterwards, and MuJoCo computes in WebAssembly; in CI that is an error
 * (`ToolError`).
 */
export async function prepareBarrier(): Promise<BarrierState> {
  const library = `${projectRoot()}/.dev/mujoco/libmujoco_barrier.so`;
  const compiler = await findCompiler();
  if (compiler === undefined) {
    // Never one of other sources.
    for (const path of [library, `${library}.sources`]) if (isFile(path)) Deno.removeSync(path);
    return missing("no C compiler is installed");
  }
  const digest = createHash("sha256").update(Deno.readFileSync(`${projectRoot()}/${SOURCE}`)).update(compiler.version)
    .update(FLAGS.join(" ")).digest("hex");
  if (isFile(library) && isFile(`${library}.sources`) && Deno.readTextFileSync(`${library}.sources`) === digest) {
    const now = new Date();
    Deno.utimeSync(library, now, now);
    return { available: true, library };
  }
  const folder = `${nativePlace().cache}/mujoco-barrier-${digest}`;
  const kept = `${folder}/libmujoco_barrier.so`;
  if (!isFile(kept)) {
    Deno.mkdirSync(folder, { recursive: true });
    const work = `${kept}.${Deno.pid}`;
    const { code, output } = await runProcess([compiler.name, ...FLAGS, SOURCE, "-o", work]);
    if (code !== 0) return missing(`its build failed: ${output.trim().split("\n")[0]}`);
    Deno.renameSync(work, kept);
  }
  Deno.mkdirSync(library.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.copyFileSync(kept, `${library}.${Deno.pid}`);
  Deno.renameSync(`${library}.${Deno.pid}`, library);
  Deno.writeTextFileSync(`${library}.sources`, digest);
  return { available: true, library };
}

function missing(reason: string): BarrierState {
  if (Deno.env.get("CI")) {
    throw new ToolError(`Cannot build the library for native MuJoCo: ${reason}; see docs/building.md`);
  }
  return { available: false, reason };
}

async function findCompiler(): Promise<{ name: string; version: string } | undefined> {
  for (const name of [Deno.env.get("CC") ?? "", ...COMPILERS].filter((each) => each !== "")) {
    const { code, output } = await runProcess([name, "--version"]).catch(() => ({ code: 127, output: "" }));
    if (code === 0) return { name, version: output };
  }
  return undefined;
}

if (import.meta.main) {
  await runTool(async () => {
    await prepareBarrier();
    return 0;
  });
}
