import { projectRoot } from "./project_root.ts";

/** Where the native Zenoh library and what belongs to it lies. */
export interface NativePlace {
  /** Folder of its sources: Cargo.toml, Cargo.lock, src/. */
  readonly sources: string;
  /** The library that programs run from source load; beside it, with `.sources`, what it was made from. */
  readonly library: string;
  /** Folder outside the clone, where all clones keep what they built; inside the clone when there is no home that can be written. */
  readonly cache: string;
}

/** The places of the native Zenoh library. */
export function nativePlace(): NativePlace {
  const root = projectRoot();
  return {
    sources: `${root}/comm/zenoh/native`,
    library: `${root}/.dev/zenoh/liburi_zenoh.so`,
    get cache() {
      const home = Deno.env.get("XDG_CACHE_HOME") || (Deno.env.get("HOME") && `${Deno.env.get("HOME")}/.cache`);
      return home && canWrite(`${home}/uri-dev`) ? `${home}/uri-dev` : `${root}/.dev/cache`;
    },
  };
}

function canWrite(folder: string): boolean {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.removeSync(Deno.makeTempDirSync({ dir: folder }));
    return true;
  } catch {
    return false;
  }
}
