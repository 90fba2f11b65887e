"""A lab's own tasks of QDash: what they read, give and refuse."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fiducial_lab import Chip, DefinitionError, LabError
from fiducial_lab.compat.qdash import QDash, QubexBench
from fiducial_lab.compat.qdash.models import RunParameterModel
from fiducial_lab.errors import MissingFeatureError, ParameterError
from fiducial_lab.loading import flow_of_job, flows_of, tasks_of
from fiducial_lab.session import BenchSession, MemoryRecorder
from fiducial_lab.testing import make_chip, run_flow
from fiducial_lab.values import Value

HERE = Path(__file__).parent
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


class Bench:
    """Notes what tasks say to it."""

    def __init__(self):
        self.said = []

    def stop(self):
        pass


@pytest.fixture
def lab(tmp_path, request):
    """Return what loads a lab of task files: its module."""

    def load(**files: str):
        folder = tmp_path / "calibtasks"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name}.py").write_text(HEAD + text)
        path = tmp_path / "task_flow.py"
        path.write_text(FLOW)
        module = QDash(tmp_path).load(path)
        request.addfinalizer(lambda: sys.modules.pop("task_flow", None))
        return module

    return load


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


FULL = """
class Mine(BaseTask):
    \"\"\"Measures a number.\"\"\"
    name = "Mine"
    task_type = "qubit"
    timeout = 30
    input_parameters = {
        "qubit_frequency": ParameterModel(unit="MHz"),
        "length": ParameterModel(parameter_name="readout_length", value=1024, unit="ns"),
    }
    run_parameters = {
        "shots": RunParameterModel(value_type="int", value="150 * 2"),
        "delays": RunParameterModel(value_type="range", value=(0, 6, 2), unit="ns"),
    }
    output_parameters = {
        "t1": ParameterModel(unit="μs", description="Relaxation"),
        "rabi_angle": ParameterModel(unit="degree"),
        "never": ParameterModel(unit="GHz"),
    }

    def preprocess(self, backend, qid):
        backend.get_instance().said.append(("before", qid, self.input_parameters["qubit_frequency"].value))
        return PreProcessResult(self.input_parameters, self.run_parameters)

    def run(self, backend, qid):
        shots, delays = (self.run_parameters[name].get_value() for name in ("shots", "delays"))
        backend.get_instance().said.append(("run", shots, list(delays), self.input_parameters["length"].value))
        return RunResult(raw_result=[0.9, 0.5, 0.1], r2={qid: 0.9})

    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["t1"].value = 0.034
        self.output_parameters["t1"].unit = "ms"
        self.output_parameters["t1"].error = 0.001
        self.output_parameters["rabi_angle"].value = 0
        return PostProcessResult(
            output_parameters=self.attach_execution_id(execution_id),
            figures=["<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg id='two'/>"],
            raw_data=[run_result.raw_result, [[1, 2], [3, 4]]],
        )
"""


def test_a_task_runs_through_its_three_parts(lab):
    bench = Bench()
    result, report = run(lab(mine=FULL), bench, make_chip(qubit_frequency=(5.0, "GHz")))
    assert bench.said == [("before", "0", 5000.0), ("run", 300, [0, 2, 4], 1024)]
    assert result.status == "completed", result.message
    assert result.output_parameters["t1"] == {
        "value": pytest.approx(34.0),
        "error": pytest.approx(1.0),
        "unit": "us",
        "description": "Relaxation",
    }
    assert result.output_parameters["rabi_angle"]["value"] == 0
    assert list(result.output_parameters) == ["t1", "rabi_angle"]
    assert result.r2 == 0.9
    assert list(result.input_parameters) == ["qubit_frequency"]
    assert result.run_parameters == {
        "shots": {"value": 300, "value_type": "int", "unit": ""},
        "delays": {"value": [0, 6, 2], "value_type": "range", "unit": "ns"},
    }
    assert [file.name for file in result.files] == ["Mine_0.svg", "Mine_0.1.svg", "Mine_0.csv"]
    assert report.files["Mine_0.csv"].decode().splitlines()[:2] == ["raw_0,raw_1_0,raw_1_1", "0.9,1,3"]
    notes = [text for level, text in report.log if level == "warning"]
    assert notes == ["Mine of 0: 'length' is not known; its default is used; never: no value was set"]


def test_run_parameters_are_changed_by_the_flow_and_by_the_project(lab):
    module = lab(mine=FULL)
    bench = Bench()
    given = {"Mine": {"run_parameters": {"shots": {"value": 7}, "delays": {"value": [0, 2, 1]}}}}
    run(module, bench, make_chip(qubit_frequency=(5.0, "GHz")), details=given)
    assert bench.said[-1] == ("run", 7, [0, 1], 1024)
    bench = Bench()
    project = {"Mine": {"shots": 9}}
    chip = make_chip(qubit_frequency=(5.0, "GHz"))
    run_flow(flows_of(module)["own"], chip, bench, task_parameters=project)
    assert bench.said[-1] == ("run", 9, [0, 2, 4], 1024)
    wrong = {"Mine": {"run_parameters": {"shots": {"value": "many"}}}}
    with pytest.raises(ParameterError, match="Mine: run parameter 'shots': 'many' is not of the type 'int'"):
        run(module, Bench(), chip, details=wrong)


def test_an_input_may_be_given_by_the_flow(lab):
    bench = Bench()
    given = {"Mine": {"calibration_inputs": {"qubit_frequency": {"value": 6100.0, "unit": "MHz"}}}}
    result, _ = run(lab(mine=FULL), bench, make_chip(), details=given)
    assert bench.said[0] == ("before", "0", 6100.0)
    assert result.input_parameters == {}


def test_an_input_that_the_chip_does_not_have_fails_and_drives_nothing(lab):
    bench = Bench()
    module = lab(mine=FULL)
    result, _ = run_failed(module, bench, make_chip())
    assert result.message == "Mine needs 'qubit_frequency' of qubit 0, which has no current value"
    assert bench.said == []
    assert flows_of(module)["own"].plan(make_chip()).missing == [
        "Mine needs 'qubit_frequency', which has no current value on 0"
    ]


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


@pytest.mark.parametrize(
    ("r2", "value", "wrong", "message"),
    [
        ("{qid: 0.6}", 0.9, None, "Mine R² value too low: 0.6000"),
        ("None", 1.02, None, "Fidelity exceeds 100% for Mine.x90_gate_fidelity: 102.00%"),
        ("None", 0.9, "the frequency is outside the band", "the frequency is outside the band"),
        ("None", "float('nan')", None, "x90_gate_fidelity is nan, not a finite number"),
    ],
)
def test_a_result_that_does_not_count_fails_and_keeps_its_figure(lab, r2, value, wrong, message):
    result, _ = run_failed(lab(mine=SIMPLE.format(r2=r2, value=value, wrong=wrong)))
    assert (result.status, result.message, result.output_parameters) == ("failed", message, {})
    assert [file.name for file in result.files] == ["Mine_0.svg"]


@pytest.mark.parametrize("r2", ["{qid: '?'}", "0.9", "{qid: [0.9]}"])
def test_an_r2_that_is_not_a_number_fails_the_attempt_and_not_the_run(lab, r2):
    result, _ = run_failed(lab(mine=SIMPLE.format(r2=r2, value=0.9, wrong=None)))
    assert result.status == "failed"
    assert "as r2, not numbers by the id of the target" in result.message


def test_without_the_r2_that_was_expected_no_value_is_kept(lab):
    result, report = run(lab(mine=SIMPLE.format(r2="{'9': 0.9}", value=0.9, wrong=None)))
    assert (result.status, result.output_parameters) == ("completed", {})
    assert ("warning", "Mine of 0: the fit gave no R², so its values are left out") in report.log


COUPLING = """
class Cross(BaseTask):
    name = "Cross"
    task_type = "coupling"
    input_parameters = {
        "control_frequency": ParameterModel(parameter_name="qubit_frequency", qid_role="control"),
        "target_frequency": ParameterModel(parameter_name="qubit_frequency", qid_role="target"),
        "zx90_gate_time": ParameterModel(qid_role="coupling", value=100, unit="ns"),
    }
    output_parameters = {
        "shifted": ParameterModel(parameter_name="qubit_frequency", qid_role="target", unit="GHz"),
        "zx90_gate_fidelity": ParameterModel(qid_role="coupling"),
    }

    def run(self, backend, qid):
        held = {name: one.value for name, one in self.input_parameters.items()}
        backend.get_instance().said.append((qid, held))
        return RunResult(raw_result=held)

    def postprocess(self, backend, execution_id, run_result, qid):
        self.output_parameters["shifted"].value = run_result.raw_result["target_frequency"] + 0.1
        self.output_parameters["zx90_gate_fidelity"].value = 0.97
        return PostProcessResult(self.output_parameters)
"""


@pytest.mark.parametrize(("qid", "control", "target"), [("0-1", 5.0, 6.0), ("1-0", 6.0, 5.0)])
def test_roles_name_the_qubits_of_a_coupling_in_both_directions(lab, qid, control, target):
    chip = make_chip()
    for id, number in (("0", 5.0), ("1", 6.0)):
        chip.qubits[id].remember("qubit_frequency", Value(number, 0, "GHz", None, "fresh"))
    chip.couplings["0-1"].remember("zx90_gate_time", Value(150, 0, "ns", None, "fresh"))
    chip.couplings["0-1"].remember("zx90_gate_time@inverse", Value(250, 0, "ns", None, "fresh"))
    bench = Bench()
    result, _ = run(lab(cross=COUPLING), bench, chip, name="Cross", qid=qid)
    time = {"0-1": 150, "1-0": 250}[qid]
    assert bench.said == [(qid, {"control_frequency": control, "target_frequency": target, "zx90_gate_time": time})]
    assert (result.qid, result.task_type) == (qid, "coupling")
    shifted = result.output_parameters["shifted"]
    assert (shifted["value"], shifted["qid_role"], shifted["parameter_name"]) == (
        pytest.approx(target + 0.1),
        "target",
        "qubit_frequency",
    )
    assert chip.qubits[qid[-1]].value("qubit_frequency") == pytest.approx(target + 0.1)


def test_a_role_whose_value_is_missing_is_named(lab):
    chip = make_chip()
    chip.qubits["0"].remember("qubit_frequency", Value(5.0, 0, "GHz", None, "fresh"))
    bench = Bench()
    result, _ = run_failed(lab(cross=COUPLING), bench, chip, name="Cross", qid="0-1")
    assert result.message.endswith(
        "Cross needs 'qubit_frequency' of the target of coupling 0-1, which has no current value"
    )
    assert bench.said == []


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


def test_a_task_of_qdash_runs_alone_as_a_quick_run(lab):
    module = lab(mine=FULL)
    quick = flow_of_job(module, "Mine", "Mine")
    bench = Bench()
    report = run_flow(quick, make_chip(qubit_frequency=(5.0, "GHz")), bench, qids=["2"], shots=5)
    assert [(r.qid, r.status) for r in report.results] == [("2", "completed")]
    assert bench.said[-1][1] == 5
    described = tasks_of(module)["Mine"].describe()
    assert described["needs"] == ["qubit_frequency"]
    assert described["form"]["properties"]["delays"] == {
        "type": "array",
        "items": {"type": "number"},
        "minItems": 3,
        "maxItems": 3,
        "default": [0, 6, 2],
        "unit": "ns",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class A(BaseTask):\n    name = 'A'\n    task_type = 'pair'\n", "task_type is qubit, .*, not 'pair'"),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'t1': ParameterModel(unit='mus2')}\n",
            "unknown unit 'mus2'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'t1': ParameterModel(qid_role='left')}\n",
            "output 't1': qid_role is control, target, coupling, self or empty, not 'left'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    task_type = 'coupling'\n"
            "    input_parameters = {'t1': ParameterModel(qid_role='left'), 't2': None}\n",
            "input 't1': qid_role is control, target, coupling, self or empty, not 'left'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n"
            "    run_parameters = {'delays': RunParameterModel(value_type='np.geomspace', value=(1, 2, 3))}\n",
            "run parameter 'delays': value_type is int, float, .*, not 'np.geomspace'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'f': ParameterModel(qid_role='control')}\n",
            "f has a role, and the task does not run on couplings",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'a b': ParameterModel()}\n",
            "'a b' cannot be the name of an output",
        ),
    ],
)
def test_a_task_that_is_written_wrongly_is_refused_where_it_is_loaded(lab, text, message):
    with pytest.raises(DefinitionError, match=message):
        lab(a=text)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    def preprocess(self, backend, qid): raise OSError('no file')\n", "OSError: no file"),
        ("    def run(self, backend, qid): return 3\n", "run returned int, not RunResult"),
        ("    pass\n", "NotImplementedError: Mine has no run()"),
        (
            "    def run(self, backend, qid): return RunResult(None)\n"
            "    def postprocess(self, *_): return PostProcessResult({'t1': 44.0})\n",
            "postprocess gave 44.0 for 't1', not a ParameterModel",
        ),
        ("    def run(self, backend, qid): backend.save_note()\n", "save_note() of a backend is not supported"),
    ],
)
def test_what_a_task_does_wrongly_fails_it(lab, body, message):
    result, _ = run_failed(lab(mine=f"class Mine(BaseTask):\n    name = 'Mine'\n{body}"))
    assert message in result.message


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("int", "150 * 1024", 153600),
        ("int", 3.0, 3),
        ("float", "0.5", 0.5),
        ("str", 3, "3"),
        ("list", (1, 2), [1, 2]),
        ("range", (0, 401, 200), [0, 200, 400]),
        ("np.linspace", (0, 1, 3), [0, 0.5, 1]),
        ("np.arange", (0, 1, 0.5), [0, 0.5]),
        ("np.logspace", (0, 2, 3), [1, 10, 100]),
    ],
)
def test_the_types_of_run_parameters(kind, value, expected):
    if kind.startswith("np."):
        pytest.importorskip("numpy")
    found = RunParameterModel(value_type=kind, value=value).get_value()
    assert (list(found) if isinstance(expected, list) else found) == expected


@pytest.mark.parametrize(("kind", "value"), [("int", 1.5), ("int", True), ("range", (1, 2)), ("float", None)])
def test_a_value_of_another_type_is_refused(kind, value):
    with pytest.raises(ParameterError, match=f"type '{kind}'"):
        RunParameterModel(value_type=kind, value=value).get_value()
