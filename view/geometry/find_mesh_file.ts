import { basename, dirname, resolve } from "node:path";
import { quoted } from "../../core/quoted.ts";
import { RunFailure } from "../../core/run_failure.ts";

/**
 * The file that a URDF at `urdf` means by `name`: a path from the folder of the URDF, or `package://NAME/…`, for which folders called NAME are looked
 * for above the URDF, as they lie in a ROS workspace. Throws a `RunFailure` with the places where there is none.
 */
export function findMeshFile(name: string, urdf: string): string {
  const places: string[] = [];
  const inPackage = /^package:\/\/([^/]+)\/(.*)$/.exec(name);
  if (inPackage === null) places.push(resolve(dirname(urdf), name.replace(/^file:\/\//, "")));
  else {
    const [, folder, path] = inPackage;
    for (let at = dirname(resolve(urdf));; at = dirname(at)) {
      if (basename(at) === folder) places.push(resolve(at, path));
      places.push(resolve(at, folder, path));
      if (at === dirname(at)) break;
    }
  }
  const found = places.find(isFile);
  if (found !== undefined) return found;
  throw new RunFailure(`drawing ${quoted(name)}: there is no such file, looked for ${places.slice(0, 3).join(", ")}`);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
