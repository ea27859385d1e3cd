"""The robot's end."""
import math
import threading
import time

from python_peer_checks import Faults, Repeater, quality_of
from python_peer_messages import VECTORS


class Interface:
    """A robot interface: one robot that stands still, and says what is wrong with the Commands it gets."""

    def __init__(self, session, codec, name, pose, mode="position", answer="OK", velocity=None, force_sensors=()):
        self._codec, self._pose, self._mode = codec, pose, mode
        self._measured = pose
        self._velocity = [0.0] * len(pose) if velocity is None else velocity
        self._force_sensors = list(force_sensors)
        self._answer = answer
        self._stamps = set()
        self._lock = threading.Lock()
        self.faults = Faults()
        self.inits, self.echoes = [], set()
        self.commands, self.states = 0, 0
        self.last = self.quality = None
        self.trips = []
        self._token = session.liveliness().declare_token("uri/alive/%s/interface" % name)
        self._subscriber = session.declare_subscriber(name + "/command", self._receive)
        self._queryable = session.declare_queryable(name + "/init", self._init)
        self._publisher = session.declare_publisher(name + "/state")
        self._repeater = None

    def _init(self, query):
        with query:
            self.inits.append(self._codec.read_config(bytes(query.payload)))
            query.reply(query.key_expr, self._answer.encode())

    def publish(self, hz):
        self._repeater = Repeater(hz, self._publish)

    def measure(self, position):
        """From now on this is where the robot stands."""
        self._measured = [float(value) for value in position]

    def stop(self):
        if self._repeater is not None:
            self._repeater.stop()

    def _publish(self):
        stamp = time.monotonic_ns()
        fields = {"position": self._measured, "velocity": self._velocity, "torque": [], "stamp": stamp,
                  "force_sensors": self._force_sensors}
        payload = self._codec.state(fields)
        with self._lock:
            self._stamps.add(stamp)
            self.states += 1
        self._publisher.put(payload)

    def _receive(self, sample):
        now = time.monotonic_ns()
        self.quality = self.quality or quality_of(sample)
        try:
            command = self._codec.read_command(bytes(sample.payload))
        except Exception as error:
            return self.faults.add("not readable: %s" % error)
        self.commands += 1
        self.last = command
        for fault in self._check(command, now):
            self.faults.add(fault)

    def _check(self, command, now):
        for name in VECTORS:
            if command[name] is None:
                yield "%s is absent, and a C++ program would crash" % name
        filled = [name for name in VECTORS if command[name]]
        if filled != [self._mode]:
            yield "filled: %s, wanted %s" % (filled, self._mode)
            return
        values = command[self._mode]
        if len(values) != len(self._pose):
            yield "%d values, wanted %d" % (len(values), len(self._pose))
        if not all(math.isfinite(value) for value in values + [command["kp"], command["kd"]]):
            yield "not finite: %s" % values
        stamp, hold = command["state_stamp"], command["state_hold"]
        with self._lock:
            known = stamp in self._stamps
        if not known:
            yield "state_stamp %d is none that was sent" % stamp
        trip = now - stamp - hold
        if trip < 0:
            yield "state_hold %d is longer than the State is old (%d)" % (hold, now - stamp)
        self.echoes.add(stamp)
        self.trips.append(trip)

    def seen(self):
        trips = sorted(self.trips)
        return {
            "inits": self.inits, "commands": self.commands, "states": self.states, "echoes": len(self.echoes),
            "faults": self.faults.count, "first_faults": self.faults.first, "last": self.last, "quality": self.quality,
            "trip_us": [trips[int(part * (len(trips) - 1))] / 1e3 for part in (0, 0.5, 0.99)] if trips else [],
        }
