import { projectRoot } from "./project_root.ts";
import { sourceDigest } from "./source_digest.ts";

/** What is known of the built executable. */
export interface ExecutableState {
  /** Its path when it is there and made from the sources as they are; undefined otherwise. */
  readonly path: string | undefined;
  /** The same in words. */
  readonly text: string;
  /** False for one that was built without the native Zenoh library. */
  readonly hasZenoh: boolean;
}

/** Looks for `dist/uri` and whether it is current. */
export function executableState(): ExecutableState {
  const path = `${projectRoot()}/dist/uri`;
  try {
    Deno.statSync(path);
    const [digest, zenoh = ""] = Deno.readTextFileSync(`${path}.sources`).split("\n");
    if (digest === sourceDigest()) {
      return { path, text: "from source and with dist/uri", hasZenoh: zenoh === "" };
    }
    return {
      path: undefined,
      text: "from source only, dist/uri is older than the sources (./dev build makes it anew)",
      hasZenoh: false,
    };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { path: undefined, text: "from source only, there is no dist/uri (./dev build makes it)", hasZenoh: false };
  }
}
