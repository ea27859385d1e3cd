import { posix } from "node:path";
import type { MainModule } from "@mujoco/mujoco";
import { quoted } from "../../../core/quoted.ts";
import { findPackage } from "../find_package.ts";

const MOST_BYTES = 500e6;

/**
 * Gives MuJoCo the files of the host: each file is copied into its in-memory file system, under the same absolute path, at the
 * moment when MuJoCo first asks for it. So includes, meshes, textures and height fields are found exactly as MuJoCo itself resolves
 * them (`meshdir`, `assetdir`, `..`, absolute paths), whatever they are called.
 *
 * `package://NAME/…` and `file:///…`, as URDF files have them, MuJoCo opens as if they were relative paths; they are copied to where it looks.
 * Packages are looked for around the model that was told to {@link lookFrom}, see `findPackage`.
 */
export class HostFiles {
  #api: MainModule | undefined;
  #missing = "";
  #conflict = "";
  #model = "";
  /** Files of the host by where they were copied to. */
  readonly #copied = new Map<string, string>();

  /** The file system into which files are copied. Until this is called, nothing is. */
  attach(api: MainModule): void {
    this.#api = api;
  }

  /** What follows is read for `model`: packages are looked for around it; for "", only what was copied is there. Forgets {@link missing}. */
  lookFrom(model: string): void {
    this.#model = model;
    this.#missing = "";
  }

  /** What is wrong with the last file that was asked for and is not there, is no regular file or is larger than 500 MB, or "". */
  get missing(): string {
    return this.#missing;
  }

  /** What is wrong with a package that two models found in different places, or "": one copy cannot serve both. */
  get conflict(): string {
    return this.#conflict;
  }

  /** MuJoCo is about to look at `path`: makes it available when the host has a file there. */
  provide(path: string): void {
    const api = this.#api;
    if (api === undefined) return;
    const [, scheme, rest] = /^(package|file):\/\/(.*)$/.exec(path) ?? [];
    // Other relative paths come from MuJoCo's own probing; models are always opened by an absolute path.
    if (scheme === undefined && !path.startsWith("/")) return;
    const target = scheme === undefined ? path : posix.resolve("/", path);
    const source = scheme === undefined ? path : scheme === "file" ? rest : this.#inPackage(rest, path);
    if (source === undefined) return;
    const known = this.#copied.get(target);
    if (known !== undefined && known !== source) {
      this.#conflict = `${quoted(path)} is ${quoted(known)} for one model and ${quoted(source)} for ${
        quoted(this.#model)
      }`;
    }
    if (api.FS.analyzePath(target, false).exists) return;
    const bytes = this.#read(source);
    if (bytes === undefined) return;
    api.FS.mkdirTree(target.slice(0, target.lastIndexOf("/")) || "/", 0o777);
    api.FS.writeFile(target, bytes);
    this.#copied.set(target, source);
  }

  /** Frees the copies; a compiled model has no more need of them. */
  release(): void {
    for (const path of this.#copied.keys()) this.#api?.FS.unlink(path);
    this.#copied.clear();
    this.#conflict = "";
  }

  #inPackage(rest: string, path: string): string | undefined {
    if (this.#model === "") return undefined;
    const [name] = rest.split("/", 1);
    const folder = findPackage(name, this.#model);
    if (folder !== undefined) return posix.resolve(folder, rest.slice(name.length + 1));
    this.#missing = `the package ${quoted(name)} of ${quoted(path)} is neither a folder above ${
      quoted(this.#model)
    } nor one in a folder above it; put it there, or write the path without package://`;
    return undefined;
  }

  #read(path: string): Uint8Array | undefined {
    try {
      const { isFile, size } = Deno.statSync(path);
      // A pipe or a device may never end; a model with meshes has some megabytes.
      if (isFile && size <= MOST_BYTES) return Deno.readFileSync(path);
      this.#missing = `${quoted(path)} is no regular file, or has more than 500 MB`;
    } catch {
      this.#missing = `there is no file ${quoted(path)}`;
    }
    return undefined;
  }
}
