import { createHash } from "node:crypto";
import { productFiles } from "./product_files.ts";
import { projectRoot } from "./project_root.ts";

/** SHA-256 over everything that the executable is made of: it tells whether a built one is current. */
export function sourceDigest(): string {
  const hash = createHash("sha256");
  for (const path of [...productFiles(), "tools/build.ts"]) {
    const bytes = Deno.readFileSync(`${projectRoot()}/${path}`);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}
