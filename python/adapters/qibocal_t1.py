"""T1 of Qibocal as a task: all qubits in one acquisition, on a platform of Qibolab."""

from qibocal.protocols import t1 as routine
from qibolab import create_platform

from fiducial_lab import Chip, Out, Qubit, flow, out, task
from fiducial_lab.adapters import qibocal_columns


class Bench:
    def __init__(self) -> None:
        self.platform = create_platform("dummy")

    def stop(self) -> None:
        self.platform.disconnect()


make_bench = Bench


class Coherence(Out):
    t1: float = out("ns")


@task("CheckT1", batch="all")
def t1(qs: list[Qubit], bench: Bench, *, nshots: int = 100, end: int = 2000, step: int = 100):
    sweep = {"delay_before_readout_start": 0, "delay_before_readout_end": end, "delay_before_readout_step": step}
    return qibocal_columns(routine, bench.platform, qs, ["t1"], nshots=nshots, **sweep)


@t1.fit
def _(wait, prob, t1, t1_error) -> Coherence:
    return Coherence(t1=t1[0], errors={"t1": t1_error[0]})


@flow
def main(chip: Chip, *, nshots: int = 100):
    t1.on(chip.qubits, nshots=nshots)
