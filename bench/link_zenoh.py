"""The link's Zenoh peer: round trips between two processes by the Python package eclipse-zenoh, as its own z_ping and z_pong make them.

  link_zenoh.py pong ENDPOINT callback|thread fifo|normal STATE_BYTES COMMAND_BYTES   prints `ready`, answers until standard input ends
  link_zenoh.py ping ENDPOINT STATE_BYTES COMMAND_BYTES   prints `ready`; then for each line `fifo|normal TRIPS PERIOD_NS` on standard input
                                              the p50, p99 and p99.9 of the round trips [ns] on one line

Messages are express, of real-time priority, and dropped under congestion. `callback` answers in the callback of the subscriber, `thread` in a
thread that waits for messages, as a control loop does. The waiting threads are scheduled as told; Zenoh's own threads are not touched.
"""
import json
import os
import sys
import threading
import time

import zenoh


def session(mode, endpoint):
    config = zenoh.Config()
    config.insert_json5("mode", '"peer"')
    config.insert_json5("scouting/multicast/enabled", "false")
    config.insert_json5("listen/endpoints", json.dumps([endpoint] if mode == "listen" else []))
    config.insert_json5("connect/endpoints", json.dumps([] if mode == "listen" else [endpoint]))
    return zenoh.open(config)


def publisher(opened, key):
    return opened.declare_publisher(key, congestion_control=zenoh.CongestionControl.DROP, priority=zenoh.Priority.REAL_TIME, express=True)


def schedule(policy):
    if policy == "fifo":
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(80))
    else:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def pong(endpoint, way, policy, command_bytes):
    opened = session("listen", endpoint)
    answers = publisher(opened, "bench/command")
    command = bytes(command_bytes - 8)

    def answer(sample):
        answers.put(sample.payload.to_bytes()[:8] + command)

    if way == "callback":
        subscriber = opened.declare_subscriber("bench/state", answer)
        print("ready", flush=True)
        sys.stdin.read()
    else:
        subscriber = opened.declare_subscriber("bench/state")
        schedule(policy)
        # Nothing else ends a thread that waits for messages.
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        print("ready", flush=True)
        for sample in subscriber:
            answer(sample)
    subscriber.undeclare()


def ping(endpoint, state_bytes):
    opened = session("connect", endpoint)
    states = publisher(opened, "bench/state")
    answers = opened.declare_subscriber("bench/command")
    state = bytes(state_bytes - 8)
    time.sleep(0.5)  # until the other one knows of the subscriber
    print("ready", flush=True)
    for line in sys.stdin:
        policy, trips, period = line.split()
        schedule(policy)
        trips, period = int(trips), int(period)
        times = []
        deadline = time.monotonic_ns()
        for i in range(trips):
            if period > 0:
                deadline += period
                time.sleep(max(0, deadline - time.monotonic_ns()) / 1e9)
            start = time.perf_counter_ns()
            mark = i.to_bytes(8, "little")
            states.put(mark + state)
            same = answers.recv().payload.to_bytes()[:8] == mark
            times.append(time.perf_counter_ns() - start)
            if not same:
                sys.exit("a message was lost")
        times.sort()
        print(*(times[int(q * (trips - 1))] for q in (0.5, 0.99, 0.999)), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "pong":
        pong(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[6]))
    else:
        ping(sys.argv[2], int(sys.argv[3]))
