import { createHash } from "node:crypto";
import { listFiles } from "./list_files.ts";
import { projectRoot } from "./project_root.ts";

/** SHA-256 over everything that the native Zenoh library is made of; `compiler` is the version of the compiler. */
export function nativeDigest(compiler: string): string {
  const hash = createHash("sha256").update(compiler);
  for (
    const path of listFiles((each) =>
      /^comm\/zenoh\/native\/(Cargo\.(toml|lock)|\.cargo\/config\.toml|src\/.*|build\.rs)$/.test(each)
    )
  ) {
    const bytes = Deno.readFileSync(`${projectRoot()}/${path}`);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}
