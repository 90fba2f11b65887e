"""A bench that answers from a script, and notes what is driven at the same time."""

import json
import os
import threading
import time

# The numbers of a metric, unless the script has another.
NUMBERS = {
    "readout_frequency": 10.2,
    "coarse_qubit_frequency": 8.1,
    "qubit_frequency": 8.0,
    "t1": 60.0,
    "t2_echo": 70.0,
    "t2_star": 30.0,
    "t1_average": 60.0,
    "t2_echo_average": 70.0,
    "hpi_length": 24.0,
    "zx90_gate_time": 200.0,
}


class ScriptedBench:
    """Answers `(task, target, output)` from a script.

    Args:
        script: The number, or the error that the driver raises.
        r2: R² by task and target.
        busy_seconds: How long a target is driven, for a test of what is driven together.
    """

    def __init__(self, script=None, r2=None, busy_seconds=0.0):
        self.script = dict(script or {})
        self.fits = dict(r2 or {})
        self.busy_seconds = busy_seconds
        self.calls = []
        self.together = set()
        self.batches = []
        self.configured = []
        self.stops = 0
        self._driven = []
        self._lock = threading.Lock()

    def measure(self, task, target, output):
        with self._lock:
            self.calls.append((task, target))
            self.together |= {frozenset((target, other)) for other in self._driven if other != target}
            self._driven.append(target)
        try:
            if self.busy_seconds:
                time.sleep(self.busy_seconds)
            answer = self.script.get((task, target, output), NUMBERS.get(output, 0.95))
            if isinstance(answer, Exception):
                raise answer
            return answer
        finally:
            with self._lock:
                self._driven.remove(target)

    def r2(self, task, target):
        return self.fits.get((task, target), 0.97)

    def configure(self, muxes):
        self.configured.append(list(muxes))

    def stop(self):
        self.stops += 1


def make_bench():
    """Return a bench with the script of the environment: a list of `[task, target, output, number]`."""
    listed = json.loads(os.environ.get("QDASH_SCRIPT", "[]"))
    script = {(task, target, output): number for task, target, output, number in listed}
    return ScriptedBench(script, busy_seconds=float(os.environ.get("QDASH_BUSY", "0")))
