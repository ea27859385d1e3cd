import { createHash } from "node:crypto";
import { installSources } from "./install_sources.ts";
import { listFiles } from "./list_files.ts";
import { nativePlace } from "./native_place.ts";
import { productFiles } from "./product_files.ts";
import { projectRoot } from "./project_root.ts";

/** Tools that decide what the executable becomes. */
const BUILDERS = [
  "build",
  "bundle_page",
  "bundle_program",
  "collect_install_files",
  "copy_mujoco",
  "install_sources",
  "make_payload",
  "name_chunks",
  "stage_sources",
];

/** SHA-256 over everything that the executable is made of: it tells whether a built one is current. */
export function sourceDigest(): string {
  const hash = createHash("sha256");
  const builders = BUILDERS.map((name) => `tools/${name}.ts`);
  const page = listFiles((path) => path.startsWith("view/page/"));
  for (
    const path of new Set([
      ...productFiles(),
      ...page,
      ...installSources().map(({ source }) => source),
      ...builders,
    ])
  ) {
    const bytes = Deno.readFileSync(`${projectRoot()}/${path}`);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  hash.update(nativeSources());
  hash.update(Deno.readFileSync(`${projectRoot()}/drivers/mujoco/native/mujoco_barrier.c`));
  return hash.digest("hex");
}

/** What the native library was made from; "" when there is none, which makes another executable. */
function nativeSources(): string {
  try {
    return Deno.readTextFileSync(`${nativePlace().library}.sources`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
