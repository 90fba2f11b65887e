"""A node of a QUAlibrate library as a task: the outcome of each qubit is its own."""

from pathlib import Path

from qualibrate import QualibrationLibrary

from fiducial_lab import Chip, Out, Qubit, flow, out, task
from fiducial_lab.adapters import qualibrate_columns


class Bench:
    def __init__(self) -> None:
        self.library = QualibrationLibrary(Path(__file__).parent / "library")

    def stop(self) -> None: ...


make_bench = Bench


class Coherence(Out):
    t1: float = out("us")


@task("CheckT1", batch="all")
def t1(qs: list[Qubit], bench: Bench, *, num_shots: int = 100):
    return qualibrate_columns(bench.library.nodes["t1_node"], qs, ["t1"], num_shots=num_shots)


@t1.fit
def _(delay, population, t1) -> Coherence:
    return Coherence(t1=t1[0])


@flow
def main(chip: Chip, *, num_shots: int = 100):
    t1.on(chip.qubits, num_shots=num_shots)
