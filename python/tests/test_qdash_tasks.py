"""A lab's own tasks of QDash: what they read and give."""

from __future__ import annotations

import pytest

from fiducial_lab.compat.qdash.models import RunParameterModel
from fiducial_lab.errors import ParameterError
from fiducial_lab.loading import flow_of_job, flows_of, tasks_of
from fiducial_lab.testing import make_chip, run_flow
from fiducial_lab.values import Value
from qdash_own_tasks import Bench, run, run_failed

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
