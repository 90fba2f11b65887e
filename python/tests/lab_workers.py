"""Workers of the tests as processes of their own, and the values that their runs have to give."""

from __future__ import annotations

import os
import subprocess
import sys

from conftest import HERE
from fiducial_lab.testing import FakeBench, make_chip, run_flow
from lab_flows import morning

LONG_SECONDS = 300
"""After this long a process hangs, however slow the machine is."""


def values_of(stub):
    return {key: row["output_parameters"] for key, row in stub.results.items()}


def expected(**parameters):
    report = run_flow(morning, make_chip(), FakeBench(), **parameters)
    return {tuple(result.key): result.output_parameters for result in report.results}


class WorkerProcess:
    """A worker as a process of its own."""

    def __init__(self, stub, spool, **environment):
        environment = {**os.environ, "FIDUCIAL_URL": stub.url, "FIDUCIAL_TOKEN": stub.token, **environment}
        arguments = ["worker", str(HERE / "lab_flows.py"), "--name", "bench-1", "--spool", str(spool)]
        self.process = subprocess.Popen([sys.executable, "-m", "fiducial_lab", *arguments], env=environment)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.process.terminate()
        self.process.wait(LONG_SECONDS)
