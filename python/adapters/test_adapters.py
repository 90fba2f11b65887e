"""Each adapter with the published package. `npm run test:adapters` installs one and names it in LAB_ADAPTER."""

from __future__ import annotations

import ast
import importlib
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fiducial_lab import Chip, ParameterError, Qubit
from fiducial_lab.testing import run_flow

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
ADAPTER = os.environ.get("LAB_ADAPTER", "")
IDS = {"laboneq": ["q0", "q1"]}.get(ADAPTER, ["0", "1", "2"])


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    if ADAPTER == "qualibrate":
        # QUAlibrate keeps its settings in the home directory.
        os.environ["HOME"] = str(tmp_path_factory.mktemp("home"))
        subprocess.run([Path(sys.executable).parent / "qualibrate", "config", "--auto-accept"], check=True)
    return importlib.import_module(f"{ADAPTER}_t1")


@pytest.fixture
def chip():
    return Chip("lab", [Qubit(id, None) for id in IDS], [])


@pytest.fixture
def bench(module):
    made = module.make_bench()
    yield made
    made.stop()


def test_the_routine_runs_as_a_task_with_its_data_and_its_values(module, chip, bench):
    report = run_flow(module.main, chip, bench)
    by_id = {result.qid: result for result in report.of("CheckT1")}
    assert sorted(by_id) == IDS
    files = {name: body.decode().splitlines() for name, body in report.files.items() if name.endswith(".csv")}
    assert len(files) == len(IDS)
    heads = {lines[0] for lines in files.values()}
    assert (
        heads
        == {
            "qiskit": {"delay [us],population,T1,T1_error"},
            "qibocal": {"wait,prob,error,t1,t1_error"},
            "qualibrate": {"delay,population,t1,t1_error"},
            "laboneq": {"seconds,signal.real,signal.imag,signal_g.real,signal_g.imag,signal_e.real,signal_e.imag"},
        }[ADAPTER]
    )
    assert all(len(lines) > 5 for lines in files.values())
    if ADAPTER == "qualibrate":
        assert {id: result.status for id, result in by_id.items()} == {
            "0": "completed",
            "1": "completed",
            "2": "failed",
        }
        assert by_id["2"].output_parameters == {}
        assert by_id["0"].output_parameters["t1"]["value"] == pytest.approx(t1_of("0"))
    elif ADAPTER == "qibocal":
        # The platform's numbers are random: a fit may fail, and its data is kept.
        assert {result.status for result in by_id.values()} <= {"completed", "failed"}
    else:
        assert {result.status for result in by_id.values()} == {"completed"}
    if ADAPTER == "qiskit":
        assert all(20 < result.output_parameters["t1"]["value"] < 500 for result in by_id.values())
        assert all(result.output_parameters["t1"]["error"] > 0 for result in by_id.values())


def t1_of(id):
    from fiducial_lab.testing import FakeBench

    return FakeBench().t1(id)


@pytest.mark.skipif(ADAPTER not in ("qibocal", "qualibrate"), reason="the parameters are the task's own")
def test_a_parameter_that_the_routine_does_not_have_is_refused_before_anything_is_driven(module, chip, bench):
    from fiducial_lab.adapters import qibocal_columns, qualibrate_columns

    with pytest.raises(ParameterError, match=r"has no parameter 'nshotz?s?t'|has no parameter 'num_shot'"):
        if ADAPTER == "qibocal":
            qibocal_columns(module.routine, bench.platform, list(chip.qubits), nshotst=3)
        else:
            qualibrate_columns(bench.library.nodes["t1_node"], list(chip.qubits), num_shot=3)


@pytest.mark.skipif(ADAPTER != "qiskit", reason="what an analysis may lack")
def test_an_analysis_that_fails_keeps_the_data_and_gives_no_value(module, chip, bench):
    from fiducial_lab.adapters import qiskit_columns

    experiment = module.T1([0], [1e-6, 2e-6, 3e-6, 4e-6])

    class Broken(type(experiment.analysis)):
        def _run_analysis(self, experiment_data):
            raise ValueError("it does not decay")

    experiment.analysis = Broken()
    with pytest.warns(UserWarning, match="it does not decay"):
        columns = qiskit_columns(experiment, bench, axis="delay", results=["T1"], shots=100)
    assert len(columns["population"]) == 4
    assert math.isnan(columns["T1"][0])


def test_the_task_with_its_fit_takes_twenty_lines():
    body = ast.parse((HERE / f"{ADAPTER}_t1.py").read_text()).body
    used = [node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.Assign))]
    lines = [node for node in used if getattr(node, "name", "") not in ("Bench", "make_bench", "main")]
    first = [node.decorator_list[0].lineno if getattr(node, "decorator_list", None) else node.lineno for node in lines]
    assert sum(node.end_lineno - start + 1 for node, start in zip(lines, first, strict=True)) <= 20
