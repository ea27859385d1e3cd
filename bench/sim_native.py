"""Physics steps of MuJoCo's native library, for comparison: sim_native.py MODEL...

A model is an MJB file; beside it, with `.start` behind its name, the positions and then the controls that it starts with, as 64-bit numbers.
Prints `ready`, or `skip REASON`; then for each line `MODEL_INDEX STEPS` on standard input the nanoseconds a step, of the thread's time.
"""
import sys
import time


def main():
    try:
        import mujoco
        import numpy
        models = [mujoco.MjModel.from_binary_path(path) for path in sys.argv[1:]]
        starts = [numpy.fromfile(path + ".start") for path in sys.argv[1:]]
        # Kept, so that the memory of a state has been touched before.
        states = [mujoco.MjData(model) for model in models]
    except Exception as error:
        print("skip", error, flush=True)
        return
    print("ready", flush=True)
    for line in sys.stdin:
        index, steps = map(int, line.split())
        model, start, data = models[index], starts[index], states[index]
        mujoco.mj_resetData(model, data)
        data.qpos[:] = start[:model.nq]
        data.ctrl[:] = start[model.nq:]
        begin = time.thread_time_ns()
        mujoco.mj_step(model, data, nstep=steps)
        print((time.thread_time_ns() - begin) / steps, flush=True)


main()
