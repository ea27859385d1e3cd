"""The controller's end."""
import json
import math
import time

import zenoh

from python_peer_checks import Faults, Repeater, quality_of
from python_peer_messages import VECTORS


class Manager:
    """A robot manager: it moves all joints of one robot along, and says what is wrong with the States it gets."""

    def __init__(self, session, codec, name, joints, mode="position"):
        self._session, self._codec, self._name, self._joints, self._mode = session, codec, name, joints, mode
        self._state = None  # the latest one, with the time of its arrival
        self._first = None
        self._stamp = 0
        self.faults = Faults()
        self.states, self.commands = 0, 0
        self.interfaces = 0
        self.quality = self.sent = None
        self._make = None
        self._token = session.liveliness().declare_token("uri/alive/%s/manager" % name)
        self._watch = session.liveliness().declare_subscriber(
            "uri/alive/%s/interface" % name, self._presence, history=True)
        self._subscriber = session.declare_subscriber(name + "/state", self._receive)
        self._publisher = None
        self._repeater = None

    def _presence(self, sample):
        self.interfaces += 1 if sample.kind == zenoh.SampleKind.PUT else -1

    def init(self, entry, timeout_s=30):
        payload = self._codec.config(json.dumps(entry, separators=(",", ":")))
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            replies = list(self._session.get(self._name + "/init", payload=payload, timeout=5))
            texts = [bytes(reply.ok.payload).decode() for reply in replies if reply.ok is not None]
            if texts:
                return texts
            time.sleep(0.1)
        return []

    def _receive(self, sample):
        now = time.monotonic_ns()
        self.quality = self.quality or quality_of(sample)
        try:
            state = self._codec.read_state(bytes(sample.payload))
        except Exception as error:
            return self.faults.add("not readable: %s" % error)
        self.states += 1
        for fault in self._check(state, now):
            self.faults.add(fault)
        self._stamp = state["stamp"]
        self._first = self._first or state["position"]
        self._state = (state, now)

    def _check(self, state, now):
        for name in VECTORS:
            values = state[name]
            if values is None:
                yield "%s is absent, and a C++ program would crash" % name
            elif len(values) not in ((self._joints,) if name == "position" else (0, self._joints)):
                yield "%s has %d values, wanted %d" % (name, len(values), self._joints)
            elif not all(math.isfinite(value) for value in values):
                yield "%s is not finite" % name
        if state["stamp"] <= self._stamp:
            yield "stamp %d after %d" % (state["stamp"], self._stamp)
        if state["stamp"] > now:
            yield "stamp %d of the future, it is %d" % (state["stamp"], now)

    def _command(self, values, mode=None):
        state, arrival = self._state
        fields = {name: [] for name in VECTORS}
        fields[mode or self._mode] = values
        return dict(fields, state_stamp=state["stamp"], state_hold=time.monotonic_ns() - arrival)

    def move(self, rad_per_s=0.0):
        """From now on: from the first position on, all joints along. Who was kept from sending goes on from where it was."""
        by = 0.0
        last = time.monotonic()

        def make():
            nonlocal by, last
            now = time.monotonic()
            by += rad_per_s * min(now - last, 0.004)
            last = now
            values = [at + by for at in self._first]
            self.sent = values
            return self._codec.command(self._command(values))
        self._make = make

    def rest(self):
        """From now on: to stay where the latest State says that the robot is."""
        position = self._state[0]["position"]
        self._first = position
        self._make = lambda: self._codec.command(self._command(position))

    def constant(self, values, mode=None, kp=0.0, kd=0.0):
        """From now on: these values."""
        values = [float(value) for value in values]
        self._make = lambda: self._codec.command(dict(self._command(values, mode), kp=float(kp), kd=float(kd)))

    def state_as_command(self, fields):
        """From now on: a State on the topic of the Commands, with a stamp that is echoed."""
        fields = {name: [float(value) for value in fields.get(name, [])] for name in VECTORS}
        self._make = lambda: self._codec.state(dict(fields, stamp=self._state[0]["stamp"]))

    def silence(self):
        """From now on: nothing."""
        self._make = None

    def send(self, hz):
        self._repeater = Repeater(hz, self._send)

    def stop(self):
        if self._repeater is not None:
            self._repeater.stop()

    def _send(self):
        make = self._make
        if make is None or self._state is None:
            return
        if self._publisher is None:
            self._publisher = self._session.declare_publisher(self._name + "/command")
        self._publisher.put(make())
        self.commands += 1

    def seen(self):
        state = None if self._state is None else self._state[0]
        return {
            "states": self.states, "commands": self.commands, "faults": self.faults.count,
            "first_faults": self.faults.first, "interfaces": self.interfaces, "last": state, "quality": self.quality,
            "sent": self.sent,
        }
