"""The lab of the tests: a simulated bench that keeps a journal, and flows that may be wrong."""

import math
import os

from fiducial_lab import Chip, Out, Qubit, flow, out, svg_plot, task
from fiducial_lab.testing import FakeBench


def make_bench() -> FakeBench:
    return FakeBench(step_seconds=float(os.environ["LAB_STEP"]), journal=os.environ["LAB_JOURNAL"])


class Coherence(Out):
    t1: float = out("us")
    t2_echo: float = out("us")


def sweep(q, bench, points):
    for delay in (200 * n / (points - 1) for n in range(points)):
        yield delay, bench.t1_point(q.id, delay, 1024)


def coherence(delay, population, t2_echo):
    # No T2 below zero is taken, so that each result makes one line of the log.
    return Coherence(t1=sum(population) * (delay[1] - delay[0]), t2_echo=t2_echo, r2=0.99)


@task("CheckT1")
def t1(q: Qubit, bench: FakeBench, *, points: int = 21):
    yield from sweep(q, bench, points)


@t1.fit
def _(delay, population) -> Coherence:
    return coherence(delay, population, -1.0)


@t1.plot
def _(delay, population, fit):
    return svg_plot(delay, population, title="T1 of a qubit")


@task("HopelessT1", retries=1, gate="r2 > 2")
def hopeless(q: Qubit, bench: FakeBench, *, points: int = 21):
    yield from sweep(q, bench, points)


@hopeless.fit
def _(delay, population) -> Coherence:
    return coherence(delay, population, 10.0)


@task("NotANumber")
def not_a_number(q: Qubit, bench: FakeBench):
    yield from sweep(q, bench, 2)


@not_a_number.fit
def _(delay, population) -> Coherence:
    return Coherence(t1=math.nan, t2_echo=10.0)


@task("Unencodable")
def unencodable(q: Qubit, bench: FakeBench):
    yield from sweep(q, bench, 2)
    raise OSError("no \udc80.dat")


@flow
def measure_t1(chip: Chip, *, qids: list[str], points: int = 21, is_hopeless: bool = False):
    (hopeless if is_hopeless else t1).on(chip.qubits.only(*qids), points=points)


@flow
def measure_wrongly(chip: Chip, *, qids: list[str]):
    not_a_number.on(chip.qubits.only(*qids))
    # A plan takes every task as completed.
    if unencodable.on(chip.qubits.only(*qids)).failed:
        raise ValueError("the file \udc80.dat is missing")
