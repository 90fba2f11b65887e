"""A worker on the package fiducial-lab. Bench makes up decaying qubits; put your own instruments into it."""

import math
import random
import time

from fiducial_lab import Chip, Out, Qubit, flow, out, task


class Bench:
    def population(self, qid: str, delay_us: float, shots: int) -> float:
        time.sleep(0.02)  # Drive the instruments here.
        return random.gauss(math.exp(-delay_us / 40), 0.5 / math.sqrt(shots))

    def stop(self) -> None:
        """Stop the hardware. Called from another thread, maybe twice."""


class Coherence(Out):
    t1: float = out("us")


@task("CheckT1")
def t1(q: Qubit, bench: Bench, *, shots: int = 1024, points: int = 21):
    for delay in (200 * n / (points - 1) for n in range(points)):
        yield delay, bench.population(q.id, delay, shots)


@t1.fit
def _(delay, population) -> Coherence:
    return Coherence(t1=sum(population) * (delay[1] - delay[0]))


@flow
def measure_t1(chip: Chip, *, qids: list[str], shots: int = 1024, points: int = 21):
    t1.on(chip.qubits.only(*qids), shots=shots, points=points)


make_bench = Bench
