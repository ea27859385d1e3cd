import { posix } from "node:path";
import type { MainModule } from "@mujoco/mujoco";
import { quoted } from "../../../core/quoted.ts";
import { findPackage } from "../find_package.ts";
import { tellUrdfMeshesApart } from "./tell_urdf_meshes_apart.ts";

const MOST_BYTES = 500e6;
/** So many missing files are named. */
const MOST_NAMED = 4;
/** How the file begins that Git leaves in the place of one that Git LFS has not fetched, and how long it is at most [bytes]. */
const LFS_POINTER = "version https://git-lfs.github.com/spec/";
const LFS_BYTES = 1024;

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
  /** Files that were asked for in vain, and what is wrong where they are not simply absent. */
  readonly #missing = new Map<string, string>();
  /** Last parts of the paths of what was asked for and is there. */
  readonly #found = new Set<string>();
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
    this.#missing.clear();
    this.#found.clear();
  }

  /**
   * What is wrong with the files that were asked for and are not there, are no regular files or are larger than 500 MB, and what to do, or "". One
   * that was found in another folder is none of them: MuJoCo looks in several.
   */
  get missing(): string {
    const missing = [...this.#missing].filter(([path]) => !this.#found.has(posix.basename(path)));
    const absent = missing.filter(([, fault]) => fault === "").map(([path]) => path);
    const others = missing.map(([, fault]) => fault).filter((fault) => fault !== "");
    const named = absent.slice(0, MOST_NAMED).map(quoted).join(", ");
    const more = absent.length > MOST_NAMED ? ` and ${absent.length - MOST_NAMED} more` : "";
    return [
      ...(absent.length === 1 ? [`there is no file ${named}${nearest(absent[0])}; correct the path`] : []),
      ...(absent.length > 1 ? [`there are no files ${named}${more}; correct the paths`] : []),
      ...others.slice(0, MOST_NAMED),
    ].join("; ");
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
    const asked = scheme === undefined ? path : scheme === "file" ? rest : this.#inPackage(rest, path);
    if (asked === undefined) return;
    const source = hostPath(tellUrdfMeshesApart.fileOf(asked));
    const known = this.#copied.get(target);
    if (known !== undefined && known !== source) {
      this.#conflict = `${quoted(path)} is ${quoted(known)} for one model and ${quoted(source)} for ${
        quoted(this.#model)
      }`;
    }
    if (!api.FS.analyzePath(target, false).exists) {
      const bytes = this.#read(source);
      if (bytes === undefined) return;
      api.FS.mkdirTree(target.slice(0, target.lastIndexOf("/")) || "/", 0o777);
      api.FS.writeFile(target, bytes);
      this.#copied.set(target, source);
    }
    this.#found.add(posix.basename(target));
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
    const key = `package://${name}`;
    if (this.#missing.has(key)) return undefined;
    this.#missing.set(
      key,
      `the package ${quoted(name)} of ${quoted(path)} is neither a folder above ${
        quoted(this.#model)
      } nor one in a folder above it; put it there, or write the path without package://`,
    );
    return undefined;
  }

  #read(path: string): Uint8Array | undefined {
    let fault = "";
    try {
      const { isFile, size } = Deno.statSync(path);
      // A pipe or a device may never end; a model with meshes has some megabytes.
      if (isFile && size <= MOST_BYTES) {
        const bytes = Deno.readFileSync(path);
        if (/\.(urdf|xml)$/i.test(path)) return renamed(bytes);
        if (size > LFS_BYTES || !new TextDecoder().decode(bytes).startsWith(LFS_POINTER)) return bytes;
        fault = `${quoted(path)} is a pointer of Git LFS, not the file itself; fetch it with git lfs pull`;
      } else fault = `${quoted(path)} is no regular file, or has more than 500 MB; name another one`;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) {
        fault = `${quoted(path)} cannot be read: ${(error as Error).message.replace(/ \(os error.*/, "")}; allow it`;
      }
    }
    this.#missing.set(path, fault);
    return undefined;
  }
}

/** Models that were made on Windows have its slashes. */
function hostPath(path: string): string {
  return path.includes("\\") && !isThere(path) ? path.replaceAll("\\", "/") : path;
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** A hint at the file in the same folder whose name differs in capitals only, or "". */
function nearest(path: string): string {
  const name = posix.basename(path).toLowerCase();
  try {
    const other = Array.from(Deno.readDirSync(posix.dirname(path))).find((entry) => entry.name.toLowerCase() === name);
    return other === undefined ? "" : ` (did you mean ${quoted(other.name)}?)`;
  } catch {
    return "";
  }
}

function renamed(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const told = tellUrdfMeshesApart.rename(text);
  return told === text ? bytes : new TextEncoder().encode(told);
}
