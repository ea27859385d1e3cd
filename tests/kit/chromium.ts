import { type Browser, chromium as engine } from "playwright-core";
import { hasProgram } from "./has_program.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Debian's Chromium, or what else of its kind is installed; undefined when there is none. */
export function chromium(): { open(): Promise<Browser> } | undefined {
  const name = NAMES.find(hasProgram);
  if (name === undefined) return undefined;
  return {
    open: () =>
      engine.launch({
        executablePath: (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`).find(isFile),
        // Whoever is root has no sandbox, and who has no graphics card draws with the processor.
        args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
      }),
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
