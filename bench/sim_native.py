"""Physics steps of MuJoCo's native library, for comparison: sim_native.py MODEL...

A model is an MJB file; beside it, with `.start` behind its name, the positions and then the controls that it starts with, as 64-bit numbers.
Prints `ready`, or `skip REASON`; then for each line `MODEL_INDEX STEPS` on standard input the nanoseconds a step.
"""
import sys
import time


def main():
    try:
        import mujoco
        import numpy
        models = [mujoco.MjModel.from_binary_path(path) for path in sys.argv[1:]]
        starts = [numpy.fromfile(path + ".start") for path in sys.argv[1:]]
    except Exception as error:
        print("skip", error, flush=True)
        return
    print("ready", flush=True)
    for line in sys.stdin:
        index, steps = map(int, line.split())
        model, start = models[index], starts[index]
        data = mujoco.MjData(model)
        data.qpos[:] = start[:model.nq]
        data.ctrl[:] = start[model.nq:]
        begin = time.perf_counter_ns()
        mujoco.mj_step(model, data, nstep=steps)
        print((time.perf_counter_ns() - begin) / steps, flush=True)


main()
