"""A lab with tasks of QDash of its own: its files, its bench and its runs."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from fiducial_lab import Chip, LabError
from fiducial_lab.compat.qdash import QDash
from fiducial_lab.loading import flows_of
from fiducial_lab.session import BenchSession, MemoryRecorder
from fiducial_lab.testing import make_chip, run_flow

HEAD = """
from qdash.datamodel.task import ParameterModel, RunParameterModel
from qdash.workflow.calibtasks.base import BaseTask, PostProcessResult, PreProcessResult, RunResult
"""
FLOW = """
from prefect import flow, get_run_logger
from qdash.workflow.service import CalibService

@flow
def own(username: str, chip_id: str, name: str = "Mine", qid: str = "0", details: dict | None = None,
        backend: str | None = None):
    cal = CalibService(username, chip_id, backend_name=backend)
    found = cal.execute_task(name, qid, details)
    get_run_logger().info("found %s", {key: getattr(one, "value", one) for key, one in found.items()})
"""
SIMPLE = """
class Mine(BaseTask):
    name = "Mine"
    output_parameters = {{"x90_gate_fidelity": ParameterModel(unit="a.u.")}}
    r2_threshold = 0.6

    def run(self, backend, qid):
        return RunResult(raw_result=None, r2={r2})

    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["x90_gate_fidelity"].value = {value}
        return PostProcessResult(self.output_parameters, figures=["<svg/>"], validation_error={wrong!r})
"""


class Bench:
    """Notes what tasks say to it."""

    def __init__(self):
        self.said = []

    def stop(self):
        pass


def load_lab(folder: Path, **files: str) -> ModuleType:
    """Load a lab of task files: the module of its flow."""
    tasks = folder / "calibtasks"
    tasks.mkdir(exist_ok=True)
    for name, text in files.items():
        (tasks / f"{name}.py").write_text(HEAD + text)
    path = folder / "task_flow.py"
    path.write_text(FLOW)
    return QDash(folder).load(path)


def run(module, bench=None, chip: Chip | None = None, **parameters):
    report = run_flow(flows_of(module)["own"], chip or make_chip(), bench or Bench(), **parameters)
    return report.results[-1], report


def run_failed(module, bench=None, chip: Chip | None = None, **parameters):
    """Run a flow whose task fails. Returns the result."""
    recorder = MemoryRecorder()
    session = BenchSession(chip or make_chip(), bench or Bench(), recorder, lambda: None)
    with pytest.raises(LabError):
        flows_of(module)["own"].execute(session, parameters)
    return recorder.report.results[-1], recorder.report
