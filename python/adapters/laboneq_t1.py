"""The tasks of a LabOne Q workflow as a task: on emulated instruments."""

from laboneq.simple import Session
from laboneq.workflow.tasks import compile_experiment, run_experiment
from laboneq_applications.experiments import lifetime_measurement
from laboneq_applications.qpu_types.tunable_transmon import demo_platform

from fiducial_lab import Chip, Qubit, Span, flow, task
from fiducial_lab.adapters import laboneq_columns


class Bench:
    def __init__(self) -> None:
        self.platform = demo_platform(n_qubits=2)
        self.session = Session(self.platform.setup)
        self.session.connect(do_emulation=True)

    def stop(self) -> None:
        self.session.disconnect()


make_bench = Bench


@task("CheckT1", timeout_s=600)
def t1(q: Qubit, bench: Bench, *, delay: Span = Span(0, 10, 5, "us")):
    qpu = bench.platform.qpu
    delays = [x * 1e-6 for x in delay]
    experiment = lifetime_measurement.create_experiment(qpu=qpu, qubits=[qpu[q.id]], delays=[delays])
    results = run_experiment(bench.session, compile_experiment(bench.session, experiment))
    return laboneq_columns(results, q, axis="seconds")


@flow
def main(chip: Chip):
    t1.on(chip.qubits)
