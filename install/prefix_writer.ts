import { dirname } from "node:path";

/**
 * Writes below a prefix. A file appears under its name in one step, so that a program that runs, or a file that is being read, is never
 * half of two. Modes do not depend on the user's mask. Errors are those of the system.
 */
export class PrefixWriter {
  /** Folders that did not exist, relative to the prefix, parents first; "." is the prefix itself. */
  readonly made: string[] = [];
  readonly #prefix: string;
  readonly #suffix: string;

  /** `prefix`: an absolute path without `/` at its end. */
  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#suffix = `.uri-${crypto.randomUUID().slice(0, 8)}`;
  }

  /** Makes a folder and those above it, as far as they are missing. */
  folder(path: string): void {
    const full = this.#full(path);
    try {
      if (Deno.statSync(full).isDirectory) return;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    if (path !== ".") this.folder(dirname(path));
    Deno.mkdirSync(full);
    Deno.chmodSync(full, 0o755);
    this.made.push(path);
  }

  /** Writes a file, or replaces it; its folder is made. */
  write(path: string, content: Uint8Array, mode: number): void {
    this.#put(path, mode, (file) => Deno.writeFileSync(file, content, { createNew: true }));
  }

  /** The same with a copy of the file `from`. */
  copy(path: string, from: string, mode: number): void {
    this.#put(path, mode, (file) => Deno.copyFileSync(from, file));
  }

  #put(path: string, mode: number, fill: (file: string) => void): void {
    this.folder(dirname(path));
    const full = this.#full(path), made = full + this.#suffix;
    try {
      fill(made);
      Deno.chmodSync(made, mode);
      Deno.renameSync(made, full);
    } catch (error) {
      try {
        Deno.removeSync(made);
      } catch {
        // It was never made; the first error tells more.
      }
      throw error;
    }
  }

  #full(path: string): string {
    return path === "." ? this.#prefix : `${this.#prefix}/${path}`;
  }
}
