import { dirname } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { packFiles } from "../install/pack_files.ts";
import { bundlePage } from "./bundle_page.ts";
import { bundleProgram } from "./bundle_program.ts";
import { collectInstallFiles } from "./collect_install_files.ts";
import { copyMujoco } from "./copy_mujoco.ts";
import { copyZenohTs } from "./copy_zenoh_ts.ts";
import { productFiles } from "./product_files.ts";
import { projectRoot } from "./project_root.ts";
import { stageSources } from "./stage_sources.ts";

/** Imports that a payload needs, from the folder above it, beside those of the bundle. */
const IMPORTS = {
  "@mujoco/mujoco": "./payload/mujoco/mujoco.js",
  // What a WebAssembly file imports from its host: the program reads such files as bytes and gives these imports itself.
  env: "data:text/javascript,export {};",
  wasi_snapshot_preview1: "data:text/javascript,export {};",
};

/** A native library that the executable carries. */
export interface NativeFile {
  /** Where it lies from source, relative to the project's folder; in the executable it lies there too, compressed. */
  readonly place: string;
  /** The file, of the processor that the executable is for. */
  readonly path: string;
}

/** What the executable is to carry. */
export interface Payload {
  /** The folder, with `main.js`. */
  readonly folder: string;
  /** The import map. */
  readonly importMap: string;
  /** Files in the folder that no import names: data, and what workers start with. */
  readonly included: readonly string[];
}

/**
 * Makes everything that the executable carries in the empty folder `work`: the bundled program, what MuJoCo and
 * zenoh-ts have of WebAssembly, the product's data files, what `uri install` lays out, and the native libraries `libraries`, paths below the
 * project's folder. `prefix`: folder of the installation that it is for; empty: wherever it stands.
 */
export async function makePayload(work: string, libraries: readonly NativeFile[], prefix = ""): Promise<Payload> {
  const root = projectRoot();
  const folder = `${work}/payload`;
  const paths = productFiles();
  Deno.mkdirSync(folder);
  stageSources(paths, `${work}/sources`, prefix);
  await bundleProgram(paths, `${work}/sources`, folder);
  copyMujoco(`${folder}/mujoco`);
  copyZenohTs(folder);
  for (const path of paths.filter((each) => !/\.ts$|^deno\./.test(each))) {
    Deno.mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    Deno.copyFileSync(`${root}/${path}`, `${folder}/${path}`);
  }
  // One archive, which is read by that command alone: all that is embedded takes memory in every process.
  Deno.mkdirSync(`${folder}/install`, { recursive: true });
  Deno.writeFileSync(`${folder}/install/files.zst`, packFiles(collectInstallFiles()));
  // Packed, as it is served: only a process that is looked at unpacks or sends it.
  await bundlePage();
  Deno.mkdirSync(`${folder}/.dev/view`, { recursive: true });
  for (const { name } of Deno.readDirSync(`${root}/.dev/view`)) {
    if (name.endsWith(".gz")) Deno.copyFileSync(`${root}/.dev/view/${name}`, `${folder}/.dev/view/${name}`);
  }
  for (const { place, path } of libraries) {
    // Compressed to a quarter for the same reason.
    const params = { [constants.ZSTD_c_compressionLevel]: 19 };
    Deno.mkdirSync(dirname(`${folder}/${place}`), { recursive: true });
    Deno.writeFileSync(`${folder}/${place}.zst`, zstdCompressSync(Deno.readFileSync(path), { params }));
  }
  const importMap = `${work}/imports.json`;
  Deno.writeTextFileSync(importMap, JSON.stringify({ imports: IMPORTS }));
  const files = listBelow(folder);
  // The executable keeps the times of files: with these, the same sources always make the same bytes.
  for (const path of files) Deno.utimeSync(`${folder}/${path}`, 0, 0);
  // The bundle is all that stands in the folder itself.
  const included = files.filter((path) => !/^[^/]+\.js$/.test(path));
  return { folder, importMap, included };
}

/** The files below `folder`, as sorted paths from there. */
function listBelow(folder: string): string[] {
  const found: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) found.push(...listBelow(`${folder}/${name}`).map((path) => `${name}/${path}`));
    else found.push(name);
  }
  return found.sort();
}
