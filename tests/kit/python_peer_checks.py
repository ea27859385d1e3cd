"""What both ends of the peer need."""
import threading
import time


class Faults:
    """What was wrong with messages: how often, and the first few."""

    def __init__(self):
        self.count = 0
        self.first = []

    def add(self, text):
        self.count += 1
        if len(self.first) < 5:
            self.first.append(text)


def quality_of(sample):
    """How a message was sent."""
    attachment = sample.attachment
    return {
        "priority": str(sample.priority).split(".")[-1],
        "congestion": str(sample.congestion_control).split(".")[-1],
        "express": sample.express,
        "attachment": None if attachment is None else bytes(attachment).hex(),
    }


class Repeater:
    """Calls `act` `hz` times a second, in a thread of its own, until it is stopped."""

    def __init__(self, hz, act):
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(1 / hz, act), daemon=True)
        self._thread.start()

    def _run(self, period, act):
        at = time.monotonic()
        while not self._stop.is_set():
            act()
            at = max(at + period, time.monotonic())
            time.sleep(max(0, at - time.monotonic()))

    def stop(self):
        self._stop.set()
        self._thread.join()
