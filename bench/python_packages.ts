import { askPython } from "./ask_python.ts";

/** Longest time for the installation [ms]. */
const PATIENCE_MS = 180_000;

const INSTALL = `
import hashlib, os, shutil, subprocess, sys
home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
text = "py%d.%d %s" % (sys.version_info[0], sys.version_info[1], " ".join(sys.argv[1:]))
target = os.path.join(home, "uri-dev", "python-" + hashlib.sha256(text.encode()).hexdigest()[:16])
if not os.path.isdir(target):
    # Installed beside and renamed, so that an interrupted installation is not taken for a whole one.
    part = "%s.%d" % (target, os.getpid())
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "15",
               "--retries", "1", "--only-binary", ":all:", "--target", part] + sys.argv[1:]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        shutil.rmtree(part, ignore_errors=True)
        lines = [line for line in done.stderr.strip().splitlines() if not line.startswith("WARNING")]
        print("skip pip install failed: " + (lines[-1] if lines else "no reason given"))
        sys.exit()
    try:
        os.rename(part, target)
    except OSError:
        shutil.rmtree(part)  # another process was faster
print("ready " + target)
`;

/** Python packages at hand, or why not. */
export type PythonPackages =
  | { readonly available: true; /** For `PYTHONPATH`. */ readonly folder: string }
  | { readonly available: false; readonly reason: string };

/**
 * Wheels from the Python package index, each `name==version`, with what they depend on: installed once, into a folder of the user's cache that no other
 * list of packages shares.
 */
export async function pythonPackages(...requirements: readonly string[]): Promise<PythonPackages> {
  const answer = await askPython(INSTALL, requirements, PATIENCE_MS);
  return answer.ready === undefined
    ? { available: false, reason: answer.reason }
    : { available: true, folder: answer.ready };
}
