import { join } from "node:path";

/** What of the environment tells where programs may be. */
export interface MujocoPlaces {
  /** Folder of the user. */
  readonly home?: string;
  /** `VIRTUAL_ENV`: a virtual environment of Python. */
  readonly virtualEnv?: string;
  /** `CONDA_PREFIX`: an environment of conda. */
  readonly condaPrefix?: string;
  /** `MUJOCO_PATH`: a folder of MuJoCo, or its library. */
  readonly mujocoPath?: string;
  /** What the absolute folders of the system stand in; for tests. Default: `/`. */
  readonly root?: string;
}

/**
 * The native library of exactly MuJoCo `version`, in the first of these places: `MUJOCO_PATH` (the file, or a folder with it or with `lib/`); the Python
 * environment, conda's, the user's own Python packages; `~/.mujoco/mujoco-VERSION/lib`; `/opt` and `/usr/local`; ROS's package `mujoco_vendor`.
 * `undefined` when it is in none. What is found is only looked at by its name.
 */
export function findMujocoLibrary(version: string, places: MujocoPlaces): string | undefined {
  const { home, virtualEnv, condaPrefix, mujocoPath, root = "/" } = places;
  const name = `libmujoco.so.${version}`;
  const python = (prefix: string | undefined) =>
    prefix === undefined
      ? []
      : ["site-packages", "dist-packages"].flatMap((packages) =>
        matching(join(prefix, "lib"), /^python3(\.\d+)?$/).map((folder) => join(folder, packages, "mujoco"))
      );
  const libraries = (folder: string | undefined) => folder === undefined ? [] : [folder, join(folder, "lib")];
  const release = `mujoco-${version}`;
  const folders = [
    ...libraries(mujocoPath),
    ...python(virtualEnv),
    ...(condaPrefix === undefined ? [] : [join(condaPrefix, "lib")]),
    ...python(condaPrefix),
    ...(home === undefined ? [] : python(join(home, ".local"))),
    ...(home === undefined ? [] : [join(home, ".mujoco", release, "lib")]),
    ...[join(root, "opt", release, "lib"), join(root, "opt/mujoco/lib")],
    ...[join(root, "usr/local/lib"), join(root, "usr/local", release, "lib"), join(root, "usr/lib")],
    ...[...python(join(root, "usr/local")), ...python(join(root, "usr"))],
    ...matching(join(root, "opt/ros"), /./).map((folder) => join(folder, "opt/mujoco_vendor/lib")),
  ];
  const named = mujocoPath !== undefined && mujocoPath.endsWith(`/${name}`) ? [mujocoPath] : [];
  return [...named, ...folders.map((folder) => join(folder, name))].find(isFile);
}

function matching(folder: string, pattern: RegExp): string[] {
  try {
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => pattern.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
