import type { MainModule } from "@mujoco/mujoco";
import { quoted } from "../../core/quoted.ts";

const MOST_BYTES = 500e6;

/**
 * Gives MuJoCo the files of the host: each file is copied into its in-memory file system, under the same absolute path, at the
 * moment when MuJoCo first asks for it. So includes, meshes, textures and height fields are found exactly as MuJoCo itself resolves
 * them (`meshdir`, `assetdir`, `..`, absolute paths), whatever they are called.
 */
export class HostFiles {
  #api: MainModule | undefined;
  #missing = "";
  readonly #copied: string[] = [];

  /** The file system into which files are copied. Until this is called, nothing is. */
  attach(api: MainModule): void {
    this.#api = api;
  }

  /** What is wrong with the last file that was asked for and is not there, is no regular file or is larger than 500 MB, or "". */
  get missing(): string {
    return this.#missing;
  }

  /** MuJoCo is about to look at `path`: makes it available when the host has a file there. */
  provide(path: string): void {
    const api = this.#api;
    // Relative paths come from MuJoCo's own probing; models are always opened by an absolute path.
    if (api === undefined || !path.startsWith("/") || api.FS.analyzePath(path, false).exists) return;
    let bytes: Uint8Array;
    try {
      const { isFile, size } = Deno.statSync(path);
      // A pipe or a device may never end; a model with meshes has some megabytes.
      if (!isFile || size > MOST_BYTES) {
        this.#missing = `${quoted(path)} is no regular file, or has more than 500 MB`;
        return;
      }
      bytes = Deno.readFileSync(path);
    } catch {
      this.#missing = `there is no file ${quoted(path)}`;
      return;
    }
    api.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/", 0o777);
    api.FS.writeFile(path, bytes);
    this.#copied.push(path);
  }

  /** Frees the copies; a compiled model has no more need of them. */
  release(): void {
    for (const path of this.#copied.splice(0)) this.#api?.FS.unlink(path);
  }
}
