"""T1 of Qiskit Experiments as a task, on any backend of Qiskit."""

from qiskit_aer import AerSimulator
from qiskit_experiments.library import T1
from qiskit_ibm_runtime.fake_provider import FakeManilaV2

from fiducial_lab import Chip, Out, Qubit, Span, flow, out, task
from fiducial_lab.adapters import qiskit_columns


class Bench(AerSimulator):
    def stop(self) -> None: ...


def make_bench() -> Bench:
    return Bench.from_backend(FakeManilaV2(), seed_simulator=1)


class Coherence(Out):
    t1: float = out("us", good=(1, 1000))


@task("CheckT1", gate="t1_error < 50")
def t1(q: Qubit, bench: Bench, *, shots: int = 500, delay: Span = Span(1, 300, 12, "us")):
    experiment = T1([int(q.id)], [x * 1e-6 for x in delay])
    return qiskit_columns(experiment, bench, axis="delay", results=["T1"], shots=shots)


@t1.fit
def _(delay, population, T1, T1_error) -> Coherence:
    return Coherence(t1=T1[0] * 1e6, errors={"t1": T1_error[0] * 1e6})


@flow
def main(chip: Chip, *, shots: int = 500):
    t1.on(chip.qubits, shots=shots)
