"""Physics steps of MuJoCo's native library, for comparison: sim_native.py VERSION MODEL...

Installs the Python wheel of that version into the user's cache when it is not there yet. Prints `ready`, or `skip REASON`; then for
each line `MODEL_INDEX STEPS` on standard input the nanoseconds a step.
"""
import os
import subprocess
import sys
import time


def load(version):
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    python = "py%d.%d" % sys.version_info[:2]
    target = os.path.join(home, "uri-dev", "mujoco-%s-%s" % (version, python))
    if not os.path.isdir(target):
        # Installed beside and renamed, so that an interrupted installation is not taken for a whole one.
        part = "%s.%d" % (target, os.getpid())
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "15",
                   "--retries", "1", "--target", part, "mujoco==" + version]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines()
            raise RuntimeError("pip install failed: " + (lines[-1] if lines else "no reason given"))
        os.rename(part, target)
    sys.path.insert(0, target)
    import mujoco
    return mujoco


def main():
    try:
        mujoco = load(sys.argv[1])
        models = [mujoco.MjModel.from_xml_path(path) for path in sys.argv[2:]]
    except Exception as error:
        print("skip", error, flush=True)
        return
    print("ready", flush=True)
    for line in sys.stdin:
        index, steps = map(int, line.split())
        data = mujoco.MjData(models[index])
        mujoco.mj_resetDataKeyframe(models[index], data, 0)
        begin = time.perf_counter_ns()
        mujoco.mj_step(models[index], data, nstep=steps)
        print((time.perf_counter_ns() - begin) / steps, flush=True)


main()
