import { askPython } from "../bench/ask_python.ts";

/** Longest time for the download [ms]. */
const PATIENCE_MS = 180_000;

const FETCH = `
import os, shutil, subprocess, sys, tempfile, zipfile
version = sys.argv[1]
home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
target = os.path.join(home, "uri-dev", "libmujoco-" + version)
if not os.path.isdir(target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    # Unpacked beside and renamed, so that an interrupted download is not taken for a whole one.
    part = tempfile.mkdtemp(dir=os.path.dirname(target))
    # From 4.0 on the library is in a package of its own.
    name = "mujoco" if version.startswith("3.") else "mujoco-core"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--timeout", "15", "--retries", "1",
               "--only-binary", ":all:", "--no-deps", "--dest", part, name + "==" + version]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        shutil.rmtree(part, ignore_errors=True)
        lines = [line for line in done.stderr.strip().splitlines() if not line.startswith("WARNING")]
        print("skip pip download failed: " + (lines[-1] if lines else "no reason given"))
        sys.exit()
    wheel = os.path.join(part, [file for file in os.listdir(part) if file.endswith(".whl")][0])
    with zipfile.ZipFile(wheel) as archive:
        for file in archive.namelist():
            if file == "mujoco/libmujoco.so." + version or file.startswith("mujoco/include/"):
                archive.extract(file, part)
    os.remove(wheel)
    os.chmod(part, 0o755)
    try:
        os.rename(part, target)
    except OSError:
        shutil.rmtree(part)  # another process was faster
print("ready " + target + "/mujoco")
`;

/** MuJoCo's native library with its headers, or why it cannot be had. */
export type MujocoWheel =
  | {
    readonly available: true;
    /** The library. */
    readonly library: string;
    /** Folder of the headers, for `-I`. */
    readonly include: string;
  }
  | { readonly available: false; readonly reason: string };

/** Library and headers of a version of MuJoCo out of its wheel from the Python package index: fetched once, into the user's cache. */
export async function mujocoWheel(version: string): Promise<MujocoWheel> {
  const answer = await askPython(FETCH, [version], PATIENCE_MS);
  if (answer.ready === undefined) return { available: false, reason: `MuJoCo ${version}: ${answer.reason}` };
  return { available: true, library: `${answer.ready}/libmujoco.so.${version}`, include: `${answer.ready}/include` };
}
