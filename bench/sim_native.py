"""Physics steps of MuJoCo's native library, for comparison: sim_native.py MODEL...

Prints `ready`, or `skip REASON`; then for each line `MODEL_INDEX STEPS` on standard input the nanoseconds a step.
"""
import sys
import time


def main():
    try:
        import mujoco
        models = [mujoco.MjModel.from_xml_path(path) for path in sys.argv[1:]]
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
