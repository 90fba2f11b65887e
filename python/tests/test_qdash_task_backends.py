"""Tasks of QDash that need a backend: qubex, absent or installed, and the one that a flow names."""

from __future__ import annotations

import sys

import pytest

from fiducial_lab import LabError
from fiducial_lab.compat.qdash import QubexBench
from fiducial_lab.errors import MissingFeatureError
from fiducial_lab.loading import flows_of
from fiducial_lab.testing import make_chip
from qdash_own_tasks import SIMPLE, run

QUBEX = """
from qubex.measurement import readout
from qdash.workflow.calibtasks.qubex.base import QubexTask

class Read(QubexTask):
    name: str = "Read"
    task_type: str = "qubit"
    input_parameters = {name: None for name in (
        "qubit_frequency", "readout_amplitude", "control_amplitude", "readout_frequency")}
    output_parameters = {"readout_amplitude": ParameterModel(unit="a.u.")}

    def run(self, backend, qid):
        experiment = self.get_experiment(backend)
        with self._apply_parameter_overrides(backend, qid):
            found = readout(experiment, self.get_qubit_label(backend, qid))
        self.save_calibration(backend)
        return RunResult(raw_result=found)

    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["readout_amplitude"].value = run_result.raw_result
        return PostProcessResult(self.output_parameters)
"""


def test_a_task_that_needs_qubex_says_so_in_one_sentence_where_it_is_absent(lab):
    module = lab(read=QUBEX, mine=SIMPLE.format(r2="None", value=0.9, wrong=None))
    flow = flows_of(module)["own"]
    assert flow.plan(make_chip(), name="Read").notes == ["Read needs qubex, which is not installed here"]
    with pytest.raises(LabError, match="cannot run: Read needs qubex, which is not installed here"):
        run(module, name="Read")
    assert run(module, name="Mine")[0].status == "completed"
    with pytest.raises(MissingFeatureError, match="This bench needs qubex, which is not installed here"):
        QubexBench(chip_id="64Q").get_instance()


def test_a_file_that_imports_what_is_not_supported_leaves_out_its_own_tasks(lab):
    text = "from qdash.repository import MongoUserRepository\nclass Users(BaseTask):\n    name = 'Users'\n"
    unknown = "from qdash.workflow.worker import push\nclass Push(BaseTask):\n    name: str = 'Push'\n"
    module = lab(users=text, push=unknown, mine=SIMPLE.format(r2="None", value=0.9, wrong=None))
    assert run(module, name="Mine")[0].status == "completed"
    with pytest.raises(LabError, match=r"Push cannot be loaded: the module 'qdash.workflow.worker' is not supported"):
        run(module, name="Push")
    with pytest.raises(LabError, match=r"Users cannot be loaded: the module 'qdash.repository' is not supported"):
        run(module, name="Users")


def test_a_task_that_needs_qubex_runs_where_it_is_installed(lab, tmp_path, monkeypatch):
    """A double of qubex: its settings are those of the task while it measures, and its own again afterwards."""
    package = tmp_path / "site" / "qubex"
    package.mkdir(parents=True)
    (package / "measurement.py").write_text(
        "def readout(experiment, label):\n"
        "    experiment.log.append((label, experiment.settings(label)))\n"
        "    return 0.2\n"
    )
    (package / "__init__.py").write_text(
        "from contextlib import contextmanager\n"
        "from types import SimpleNamespace as Space\n"
        "class Experiment:\n"
        "    def __init__(self, chip_id):\n"
        "        self.log = [('made', chip_id)]\n"
        "        self.params = Space(readout_amplitude={'Q00': 0.1}, control_amplitude={'Q00': 0.01})\n"
        "        self.resonator = Space(frequency=10.0)\n"
        "        self.frequencies = {}\n"
        "        system = Space(get_resonator=lambda label: self.resonator)\n"
        "        self.experiment_system = Space(quantum_system=system)\n"
        "        self.calib_note = Space(save=lambda: self.log.append('saved'))\n"
        "    def connect(self): self.log.append('connected')\n"
        "    def disconnect(self): self.log.append('disconnected')\n"
        "    def get_qubit_label(self, n): return f'Q{n:02d}'\n"
        "    def get_resonator_label(self, n): return f'RQ{n:02d}'\n"
        "    def settings(self, label):\n"
        "        return (self.params.readout_amplitude[label], self.params.control_amplitude[label],\n"
        "                self.resonator.frequency, self.frequencies.get(label))\n"
        "    @contextmanager\n"
        "    def modified_frequencies(self, given):\n"
        "        self.frequencies.update(given)\n"
        "        yield\n"
        "        self.frequencies.clear()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    try:
        bench = QubexBench(chip_id="64Q")
        chip = make_chip(
            qubit_frequency=(8.0, "GHz"),
            readout_frequency=(10.5, "GHz"),
            readout_amplitude=(0.15, "a.u."),
            control_amplitude=(0.02, "a.u."),
        )
        result, _ = run(lab(read=QUBEX), bench, chip, name="Read")
        assert result.output_parameters["readout_amplitude"]["value"] == 0.2
        experiment = bench.get_instance()
        assert experiment is not None
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "qubex"]:
            del sys.modules[name]


FAKE = """
import numpy as np
import plotly.graph_objects as go
from qdash.workflow.calibtasks.fake.base import FakeTask
from qdash.workflow.engine.backend.fake import FakeBackend

class FakeDecay(FakeTask):
    name: str = "CheckT1"
    task_type: str = "qubit"
    run_parameters = {"time_range": RunParameterModel(value_type="np.logspace", value=(2, 5, 11), unit="ns")}
    output_parameters = {"t1": ParameterModel(unit="μs")}

    def run(self, backend: FakeBackend, qid: str) -> RunResult:
        time = self.run_parameters["time_range"].get_value()
        assert backend.name == "fake" and self.get_label(qid) == "Q00"
        return RunResult(raw_result={"time": time, "signal": np.exp(-time / 50e3)}, r2={qid: 0.99})

    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["t1"].value = 50.0
        figure = go.Figure(go.Scatter(x=run_result.raw_result["time"], y=run_result.raw_result["signal"]))
        return PostProcessResult(self.output_parameters, [figure], [np.array(run_result.raw_result["signal"])])

class RealDecay(BaseTask):
    name = "CheckT1"
    output_parameters = {"t1": ParameterModel(unit="μs")}
    def run(self, backend, qid):
        return RunResult(raw_result=None)
    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["t1"].value = 20.0
        return PostProcessResult(self.output_parameters)
"""


def test_the_flow_names_the_backend_of_a_task(lab):
    pytest.importorskip("numpy")
    pytest.importorskip("plotly")
    module = lab(decay=FAKE)
    fake, report = run(module, name="CheckT1", backend="fake")
    real, _ = run(module, name="CheckT1")
    assert (fake.output_parameters["t1"]["value"], real.output_parameters["t1"]["value"]) == (50.0, 20.0)
    assert [file.content_type for file in fake.files] == ["application/json", "text/csv"]
    assert b'"type":"scatter"' in report.files["CheckT1_0.json"]
    with pytest.raises(LabError, match=r"CheckT1 is a task of the backend .*, and the flow names the backend 'other'"):
        run(module, name="CheckT1", backend="other")
