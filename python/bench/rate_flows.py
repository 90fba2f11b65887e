"""Flows that report results as fast as they can: with nothing to keep, with a value, and with 100 KB of raw data."""

from fiducial_lab import Chip, Out, Qubit, flow, out, task
from fiducial_lab.testing import FakeBench

make_bench = FakeBench
WIDE = [n / 7 for n in range(2800)]
"""As CSV with an axis, 100 KB."""


@task("Bare")
def bare(q: Qubit, bench: FakeBench):
    return {}


class Coherence(Out):
    t1: float = out("us")


def _fit(delay, population) -> Coherence:
    return Coherence(t1=40.0, r2=0.99, errors={"t1": 0.5})


@task("Small")
def small(q: Qubit, bench: FakeBench):
    return {"delay": [0.0, 1.0], "population": [1.0, 0.5]}


@task("Wide")
def wide(q: Qubit, bench: FakeBench):
    return {"delay": WIDE, "population": WIDE}


small.fit(_fit)
wide.fit(_fit)
TASKS = {"bare": bare, "small": small, "wide": wide}


@flow
def rate(chip: Chip, *, task: str = "bare", stages: int = 8):
    for _ in range(stages):
        TASKS[task].on(chip.qubits)
