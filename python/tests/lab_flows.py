"""Flows of the tests: the standard library alone."""

import math
import os
from pathlib import Path

from fiducial_lab import Chip, Coupling, Out, Qubit, Span, flow, group, out, svg_plot, task
from fiducial_lab.testing import FakeBench


def make_bench() -> FakeBench:
    """Return a bench as the environment of the test describes it."""
    if marker := os.environ.get("LAB_HANG_ONCE"):
        # Only the first process of a run hangs.
        first = not Path(marker).exists()
        Path(marker).touch()
        return FakeBench(hang_at=1 if first else None, ignores_stop=True, journal=os.environ.get("LAB_JOURNAL"))
    return FakeBench(
        step_seconds=float(os.environ.get("LAB_STEP", "0")),
        hang_at=int(os.environ["LAB_HANG_AT"]) if "LAB_HANG_AT" in os.environ else None,
        ignores_stop="LAB_DEAF" in os.environ,
        journal=os.environ.get("LAB_JOURNAL"),
    )


class Coherence(Out):
    t1: float = out("us", good=(5, 500))


@task("CheckT1", retries=1, timeout_s=60, gate="r2 > 0.9")
def t1(q: Qubit, bench: FakeBench, *, shots: int = 1024, delay: Span = Span(0, 100, 11, "us")):
    """Energy relaxation."""
    for t in delay:
        yield t, bench.t1_point(q.id, t, shots)


@t1.fit
def _(delay, population) -> Coherence:
    points = [(x, math.log(y)) for x, y in zip(delay, population, strict=True) if y > 0.02]
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    left = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    total = sum((y - mean_y) ** 2 for _, y in points)
    return Coherence(t1=-1 / slope, r2=1 - left / total, errors={"t1": 0.5})


@t1.plot
def _(delay, population, fit):
    return svg_plot(delay, population, title="T1" if fit else "T1, no fit")


@task("CheckBriefly", timeout_s=2)
def brief(q: Qubit, bench: FakeBench, *, points: int = 5):
    for n in range(points):
        yield n, bench.t1_point(q.id, n, 100)


@task("CheckCZ")
def cz(c: Coupling, bench: FakeBench, *, shots: int = 100):
    return {"phase": [0.0, 3.1], "population": [bench.cz_point(c.id, p, shots) for p in (0.0, 3.1)]}


class Fidelity(Out):
    average_readout_fidelity: float = out("%")


@task("Read", batch="mux", persist=False)
def read_mux(qs: list[Qubit], bench: FakeBench, *, points: int = 3):
    for n in range(points):
        yield n, {q.id: bench.t1_point(q.id, n, 100) for q in qs}


@read_mux.fit
def _(n, population) -> Fidelity:
    return Fidelity(average_readout_fidelity=99.0)


@flow
def morning(chip: Chip, *, min_t1: float = 30, shots: int = 1024, points: int = 11, count: int = 8):
    """Measure T1, again where it is long, then the couplings between."""
    span = Span(0, 100, points, "us")
    good = t1.on(chip.qubits[:count], shots=shots, delay=span).where(t1__gt=min_t1, r2__gt=0.9)
    again = t1.on(good, shots=shots * 2, delay=span).where(t1__gt=min_t1)
    cz.on(chip.couplings.within(again), parallel="disjoint")


@flow
def briefly(chip: Chip):
    with group("brief", on_failure="continue"):
        brief.on(chip.qubits[:1])
    cz.on(chip.couplings[:2])


@flow
def read(chip: Chip, *, points: int = 3):
    read_mux.on(chip.qubits, points=points)


class Negative(Out):
    t1: float = out("us")


@task("Wrong")
def wrong_t1(q: Qubit, bench: FakeBench):
    yield 0, bench.t1_point(q.id, 0, 100)


@wrong_t1.fit
def _(x, y) -> Negative:
    return Negative(t1=-3.0)


@flow
def wrong(chip: Chip):
    wrong_t1.on(chip.qubits[:1])
