import { stripCustomSections } from "../drivers/mujoco/strip_custom_sections.ts";
import { fromFileUrl } from "./from_file_url.ts";
import { ToolError } from "./tool_error.ts";

/**
 * Copies MuJoCo to `folder`: the script and the WebAssembly module that the program uses, this one without its debug sections. The
 * package's other build, source maps and types are two thirds of its 20 MB, and a running executable keeps all that it contains in memory.
 */
export function copyMujoco(folder: string): void {
  const script = new URL(import.meta.resolve("@mujoco/mujoco"));
  if (script.protocol !== "file:" || !script.pathname.endsWith("/mujoco.js")) {
    throw new ToolError(
      `Cannot build: the package @mujoco/mujoco begins at ${script.href}, a file mujoco.js was wanted; see tools/copy_mujoco.ts`,
    );
  }
  Deno.mkdirSync(folder, { recursive: true });
  Deno.copyFileSync(fromFileUrl(script), `${folder}/mujoco.js`);
  const module = Deno.readFileSync(new URL("mujoco.wasm", script));
  Deno.writeFileSync(`${folder}/mujoco.wasm`, stripCustomSections(module), { mode: 0o644 });
}
