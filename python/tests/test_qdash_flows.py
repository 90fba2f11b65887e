"""Flows of QDash, written from the description of its templates, run unchanged: to a plan and to results."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fiducial_lab import Chip, FilterError, LabError, ParameterError, TaskFailedError
from fiducial_lab.cli import main
from fiducial_lab.compat.qdash import QDash, UnsupportedError
from fiducial_lab.errors import StoppedError
from fiducial_lab.http import Service
from fiducial_lab.loading import flows_of
from fiducial_lab.local import local_runs, run_local
from fiducial_lab.testing import StubService, make_chip, run_flow
from fiducial_lab.worker import Worker, WorkerSettings

pytest.importorskip("yaml")

HERE = Path(__file__).parent
LAB, FLOWS = HERE / "qdash_lab", HERE / "qdash_flows"
sys.path.insert(0, str(LAB))

from bench import ScriptedBench  # noqa: E402

# By file: the parameters of a run, and the tasks that it has to bring to results, with their numbers of results.
RUNS: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "bringup": ({"mux_ids": [0, 1]}, {"ConfigureAll": 1, "CheckResonatorSpectroscopy": 8, "CheckChevron": 8}),
    "experimental_bringup": ({"mux_ids": [0]}, {"CheckSimultaneousQubitSpectroscopy": 4, "CheckChevron": 4}),
    "check_waveform": ({"qids": ["0", "5"]}, {"CheckWaveform": 2}),
    "simple": ({"qids": ["0", "1", "4"]}, {"CheckRabi": 3, "CheckHPIPulse": 3}),
    "coarse_one": ({"mux_ids": [0]}, {"Configure": 8, "CheckRamsey": 4}),
    "fine_one": ({"qids": ["0", "5"]}, {"CheckRabi": 6, "X90InterleavedRandomizedBenchmarking": 2}),
    "one_qubit": ({"mux_ids": [1], "exclude_qids": ["7"]}, {"CheckT1": 3, "RandomizedBenchmarking": 3}),
    "full_calibration": ({"mux_ids": [0, 3]}, {"CheckT1": 8, "ZX90InterleavedRandomizedBenchmarking": 6}),
    "fast_full_calibration": ({"mux_ids": [0]}, {"CheckT1Average": 0, "CheckBellStateTomography": 3}),
    "two_qubit": ({"qids": ["0", "1", "4", "5"]}, {"CheckCrossResonance": 4, "CheckZX90": 4}),
    "two_qubit_scheduled": ({}, {"CheckCrossResonance": 3, "CheckBellState": 3}),
    "retry": ({}, {"CheckRabi": 4, "CreateHPIPulse": 4}),
    "fake_backend": ({}, {"CheckT1": 2}),
    "coherence_limit": ({"mux_ids": [0]}, {"Check1QGateCoherenceLimit": 4, "Check2QGateCoherenceLimit": 3}),
}


def chip() -> Chip:
    return make_chip(4, 4, qubit_frequency=(8.0, "GHz"), t1_average=(60.0, "us"), t2_echo_average=(70.0, "us"))


def load(name: str, lab: Path = LAB):
    module = QDash(lab).load(FLOWS / f"{name}.py")
    (flow,) = flows_of(module).values()
    return flow


def load_text(tmp_path: Path, text: str, lab: Path = LAB):
    path = tmp_path / "own_flow.py"
    path.write_text(
        "from typing import Any\n"
        "from prefect import flow, task, get_run_logger\n"
        "from qdash.workflow.service import *\n"
        "from qdash.workflow.service.steps import *\n"
        "from qdash.workflow.service.targets import *\n" + text
    )
    (flow,) = flows_of(QDash(lab).load(path)).values()
    return flow


def by_task(report) -> dict[str, int]:
    counted: dict[str, int] = {}
    for result in report.results:
        counted[result.task] = counted.get(result.task, 0) + 1
    return counted


@pytest.mark.parametrize("name", RUNS)
def test_a_flow_of_qdash_runs_unchanged_to_a_plan_and_to_the_same_results(name):
    parameters, expected = RUNS[name]
    flow = load(name)
    plan = flow.plan(chip(), **parameters)
    assert plan.notes == []
    bench = ScriptedBench()
    report = run_flow(flow, chip(), bench, **parameters)
    assert {result.status for result in report.results} == {"completed"}
    assert [r.message for r in report.results if "error" in r.message] == []
    counted = by_task(report)
    assert {task: counted.get(task, 0) for task in expected} == expected
    planned = [(stage.stage, stage.task, sorted(stage.targets)) for stage in plan.stages]
    run = itertools.groupby(report.results, lambda result: (result.stage, result.task))
    assert [(stage, task, sorted(r.qid for r in results)) for (stage, task), results in run] == planned
    assert bench.stops > 0


def test_targets_that_are_measured_one_by_one_need_no_box_map(tmp_path):
    shutil.copytree(LAB / "calibtasks", tmp_path / "calibtasks")
    flow = load("check_waveform", tmp_path)
    assert by_task(run_flow(flow, chip(), ScriptedBench(), mux_ids=[0])) == {"CheckWaveform": 4}


def test_every_flow_is_planned_without_the_code_of_its_tasks(tmp_path):
    for name, (parameters, _) in RUNS.items():
        plan = load(name, tmp_path).plan(chip(), **parameters)
        assert plan.tasks > 0
        assert any(note.startswith("no code for ") for note in plan.notes), name


def test_a_run_without_code_or_box_map_is_refused_before_anything_is_driven(tmp_path):
    bench = ScriptedBench()
    with pytest.raises(LabError, match=r"cannot run: the box map: put wiring.yaml into .*; no code for CheckRabi, "):
        run_flow(load("simple", tmp_path), chip(), bench, qids=["0"])
    assert bench.calls == []


def test_the_dry_run_prints_stages_targets_and_groups(capsys):
    given = ["--set", 'qids=["0","1","4","5","12","13"]', "--lattice", "4x4"]
    assert main(["run", str(FLOWS / "two_qubit.py"), "--qdash", str(LAB), "--dry-run", *given]) == 0
    said = capsys.readouterr().out
    assert "two_qubit on lattice: 28 stages, 35 tasks at most" in said
    assert "0  CheckCrossResonance: 2 targets in 1 round (shots=1024)\n       0-1 | 12-13\n" in said


def test_a_run_into_a_folder_and_its_log(tmp_path, capsys):
    (tmp_path / "chip.json").write_text(json.dumps(chip().to_json()))
    where = ["--chip", str(tmp_path / "chip.json"), "--local", str(tmp_path / "runs")]
    which = ["--qdash", str(LAB), "--bench", f"{LAB / 'bench.py'}:make_bench"]
    code = main(["run", str(FLOWS / "full_calibration.py"), *which, *where, "--set", "mux_ids=[0]"])
    said = capsys.readouterr().out
    assert code == 0, said
    (spool,) = local_runs(tmp_path / "runs")
    assert spool.about()["status"] == "completed"
    assert len(spool.ended()) == 1 + 4 * (10 + 15) + 3 * 7
    assert "warning: GitHub is neither read nor written" in said
    assert "info: x90_fidelity >= 0.9: 4 of 4 qubits are left" in said


def test_a_worker_runs_a_flow_of_qdash(tmp_path, monkeypatch):
    # Qubit 1 is benchmarked badly, so its couplings are left out.
    poor = [["X90InterleavedRandomizedBenchmarking", "1", "x90_gate_fidelity", 0.5]]
    monkeypatch.setenv("QDASH_SCRIPT", json.dumps(poor))
    with StubService(chip()) as stub:
        settings = WorkerSettings(
            str(FLOWS / "full_calibration.py"),
            f"{LAB / 'bench.py'}:make_bench",
            "bench-1",
            ["bench-1"],
            tmp_path / "spool",
            qdash=str(LAB),
        )
        worker = Worker(Service(stub.url, stub.token), settings)
        stub.start("full_calibration", mux_ids=[0], project_id="p")
        thread = threading.Thread(target=worker.serve)
        thread.start()
        try:
            assert stub.wait_finished()["status"] == "completed", stub.log
        finally:
            worker.shut_down()
            thread.join(300)
        assert stub.announced is not None
        (form,) = [flow["form"] for flow in stub.announced["flows"]]
        assert form["properties"]["fidelity_threshold"] == {"type": "number", "default": 0.9}
        assert form["properties"]["username"]["deprecated"] is True
        assert "username" not in form.get("required", [])
        configure = next(task for task in stub.announced["tasks"] if task["name"] == "ConfigureAll")
        assert configure["task_type"] == "system"
        results = list(stub.results.values())
        assert {row["status"] for row in results} == {"completed"}
        assert {row["qid"] for row in results if row["task"] == "CheckZX90"} == {"2-3"}
        (system,) = [row for row in results if row["task"] == "ConfigureAll"]
        assert (system["task_type"], system["qid"]) == ("system", "")
        crossed = next(row for row in results if row["task"] == "CheckCrossResonance")["output_parameters"]
        assert crossed["cr_amplitude"]["qid_role"] == "control"
        assert crossed["cancel_amplitude"]["qid_role"] == "target"
        assert "qid_role" not in crossed["zx_rotation_rate"]


def test_a_worker_tells_the_flow_who_started_it(tmp_path):
    path = tmp_path / "asks.py"
    path.write_text(
        "from prefect import flow\n@flow(log_prints=True)\n"
        "def asks(username: str, chip_id: str, project_id: str | None = None):\n"
        "    print(f'{username} {chip_id} {project_id}')\n"
    )
    with StubService(chip()) as stub:
        settings = WorkerSettings(
            str(path), f"{LAB / 'bench.py'}:make_bench", "bench-1", ["bench-1"], tmp_path / "spool", qdash=str(LAB)
        )
        worker = Worker(Service(stub.url, stub.token), settings)
        thread = threading.Thread(target=worker.serve)
        thread.start()
        try:
            for given, seen in (({}, "stub lattice None"), ({"username": "ada"}, "ada lattice None")):
                stub.start("asks", **given)
                assert stub.wait_finished()["status"] == "completed", stub.log
                assert seen in [line["text"] for line in stub.log], stub.log
        finally:
            worker.shut_down()
            thread.join(300)


def test_a_killed_worker_measures_the_rest_of_a_flow_of_qdash(tmp_path):
    def keys(rows) -> set[tuple[Any, ...]]:
        return {(row["stage"], row["task"], row["qid"], row["attempt"], row["status"]) for row in rows}

    whole = run_flow(load("full_calibration"), chip(), ScriptedBench(), mux_ids=[0])
    with StubService(chip()) as stub:
        environment = {**os.environ, "FIDUCIAL_URL": stub.url, "FIDUCIAL_TOKEN": stub.token, "QDASH_BUSY": "0.01"}
        which = ["--qdash", str(LAB), "--bench", f"{LAB / 'bench.py'}:make_bench", "--name", "bench-1"]
        command = [sys.executable, "-m", "fiducial_lab", "worker", str(FLOWS / "full_calibration.py"), *which]
        command += ["--spool", str(tmp_path / "spool")]
        stub.start("full_calibration", mux_ids=[0])
        ended = 0
        for wanted in (20, 70, None):
            worker = subprocess.Popen(command, env=environment)
            try:
                if wanted is None:
                    assert stub.wait_finished()["status"] == "completed", stub.log
                else:
                    stub.wait(lambda stub, wanted=wanted: len(stub.results) >= wanted)
                    ended = len(stub.results)
            finally:
                worker.kill()
                worker.wait()
        assert 70 <= ended < len(whole.results)
        assert keys(stub.results.values()) == keys(result.to_json() for result in whole.results)


@pytest.mark.parametrize("ended", [0, 5, 40, 100, 121])
def test_a_run_that_is_taken_up_measures_the_rest_and_decides_as_before(ended):
    script = {("X90InterleavedRandomizedBenchmarking", "1", "x90_gate_fidelity"): 0.5}
    flow = load("full_calibration")
    whole = run_flow(flow, chip(), ScriptedBench(script), mux_ids=[0])
    stored = [result.to_json() for result in whole.results[:ended]]
    bench = ScriptedBench(script)
    rest = run_flow(flow, chip(), bench, stored=stored, mux_ids=[0])
    assert [r.key for r in rest.results] == [r.key for r in whole.results[ended:]]


def test_a_qubit_whose_task_fails_is_left_out_of_the_rest():
    bench = ScriptedBench(
        {("CheckHPIPulse", "1", "point"): OSError("the box does not answer")}, {("CheckT1", "2"): 0.4}
    )
    report = run_flow(load("full_calibration"), chip(), bench, mux_ids=[0])
    failed = [(r.task, r.qid, r.message) for r in report.results if r.status == "failed"]
    assert failed == [
        ("CheckHPIPulse", "1", "OSError: the box does not answer"),
        ("CheckT1", "2", "CheckT1 R² value too low: 0.4000"),
    ]
    after = {r.qid for r in report.results if r.task == "RandomizedBenchmarking"}
    assert after == {"0", "3"}
    assert [r for r in report.results if r.task_type == "coupling"] == []


def test_the_other_direction_of_a_coupling_is_another_target():
    report = run_flow(load("two_qubit"), chip(), qids=["0", "1"], direction="reverse", bench=ScriptedBench())
    assert {r.qid for r in report.results} == {"1-0"}


def test_a_failed_attempt_is_repeated_with_an_offset_that_the_log_names():
    class Once(ScriptedBench):
        def measure(self, task, target, output):
            if (task, target) == ("CheckRabi", "4") and (task, target) not in self.calls:
                self.calls.append((task, target))
                raise OSError("no signal")
            return super().measure(task, target, output)

    report = run_flow(load("retry"), chip(), Once())
    again = [r for r in report.results if (r.task, r.qid) == ("CheckRabi", "4")]
    assert [r.status for r in again] == ["failed", "completed"]
    assert "qubit_frequency_offset" not in again[0].run_parameters
    assert again[1].run_parameters["qubit_frequency_offset"]["value"] == 0.001
    lines = [text for _, text in report.log]
    assert (
        "CheckRabi declares no 'qubit_frequency_offset': it is handed over, and counts only if the task reads it"
        in (lines)
    )
    assert '"4": 2' in next(line for line in lines if line.startswith("Stage retry"))


def test_a_group_that_shares_a_module_is_measured_in_parts():
    """Muxes 0 and 1 share a readout module, so a group of the user with both is split, and the log says so."""
    schedule = [[["0", "1"], ["4", "5"], ["12", "13"]]]
    bench = ScriptedBench(busy_seconds=0.02)
    report = run_flow(load("two_qubit_scheduled"), chip(), bench, schedule=schedule)
    assert frozenset(("0-1", "4-5")) not in bench.together
    assert frozenset(("0-1", "12-13")) in bench.together
    assert ("warning", "The group 0-1 4-5 12-13 shares qubits or modules, and is measured in 2 parts") in report.log


def test_a_group_that_shares_nothing_stays_whole():
    """One coupling is within a mux, the other between two."""
    plan = load("two_qubit_scheduled").plan(chip(), schedule=[[["0", "1"], ["8", "12"]]])
    assert plan.stages[0].rounds == [[["0-1"], ["8-12"]]]


def test_what_the_run_gives_may_be_given_and_must_fit():
    flow = load("simple")
    flow.plan(chip(), qids=["0"], username="alice", project_id="p", tags=["a"], chip_id="lattice")
    with pytest.raises(ParameterError, match="the flow is given the chip 'other', and the run is on 'lattice'"):
        flow.plan(chip(), qids=["0"], chip_id="other")
    with pytest.raises(ParameterError, match="no parameter 'qid'; did you mean 'qids'"):
        flow.plan(chip(), qid=["0"])


def test_a_metric_that_no_task_gives_is_an_error(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\n"
        "def own(username, chip_id):\n"
        "    steps = [OneQubitCheck(tasks=['CheckT1']), FilterByMetric(metric='t1s', threshold=1)]\n"
        "    return CalibService(username, chip_id).run(QubitTargets(['0']), steps)\n",
    )
    for run in (lambda: flow.plan(chip()), lambda: run_flow(flow, chip(), ScriptedBench())):
        with pytest.raises(FilterError, match=r"no task of the step gives 't1s'; did you mean 't1'\? \(they give t1\)"):
            run()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("CalibService(username, chip_id, source_execution_id='20260101-001')", "source_execution_id"),
        ("CalibService(username, chip_id, lock_repo=object())", "lock_repo"),
        ("CalibService(username, chip_id).execution_service", "CalibService.execution_service"),
        ("CalibService(username, chip_id).finish_calibration(export_note_to_file=True)", "export_note_to_file"),
        ("CalibService(username, chip_id).run(QubitTargets(['0']), [OneQubitCheck(mode='random')])", "'random'"),
        ("CalibService(username, chip_id).execute_task('CheckT1', '0', {'CheckT1': {'r2': 1}})", "'r2' in the task"),
        (
            "shots = {'value': 1, 'value_type': 'bit'}; "
            "CalibService(username, chip_id, default_run_parameters={'CheckT1': {'shots': shots}})"
            ".execute_task('CheckT1', '0')",
            "the value_type 'bit' of 'shots'",
        ),
        ("generate_execution_id('alice')", r"generate_execution_id\(\)"),
        ("__import__('qdash.workflow.service.strategy')", "'qdash.workflow.service.strategy'"),
        ("__import__('prefect.deployments')", "'prefect.deployments'"),
        ("import prefect; prefect.serve()", "'serve' of 'prefect'"),
        ("from qdash.workflow.service import SessionContext", "'SessionContext' of 'qdash.workflow.service'"),
        ("from qdash.datamodel.task import CalibDataModel", "'CalibDataModel' of 'qdash.datamodel.task'"),
        ("from qdash.workflow.engine import CRScheduler; CRScheduler('a', 'b', 'wiring.yaml')", "wiring_config_path"),
    ],
)
def test_what_is_not_supported_is_an_error_that_names_it(body, message, tmp_path):
    flow = load_text(tmp_path, f"@flow\ndef own(username: str, chip_id: str):\n    {body}\n")
    bench = ScriptedBench()
    for run in (lambda: flow.plan(chip()), lambda: run_flow(flow, chip(), bench)):
        with pytest.raises(UnsupportedError, match=message) as raised:
            run()
        assert "supported" in str(raised.value)
    assert bench.calls == []


@pytest.mark.parametrize(
    ("decorator", "message"),
    [
        ("@flow(retries=3)", r"@flow\(retries=...\)"),
        ("@flow(timeout_seconds=3)", r"@flow\(timeout_seconds=...\)"),
        ("@flow(on_failure=[print])", r"@flow\(on_failure=\[print\]\)"),
        ("@flow(task_runner=object())", r"@flow\(task_runner=object\)"),
        ("@flow\n@task(cache_key_fn=print)", r"@task\(cache_key_fn=...\)"),
    ],
)
def test_an_option_of_prefect_that_is_not_supported_is_named(decorator, message, tmp_path):
    with pytest.raises(UnsupportedError, match=message):
        load_text(tmp_path, f"{decorator}\ndef own(username: str, chip_id: str): ...\n")


@pytest.mark.parametrize("decorator", ["flow", "task"])
def test_an_async_function_is_refused_since_it_would_measure_nothing(decorator, tmp_path):
    with pytest.raises(UnsupportedError, match=rf"@{decorator} of the async function 'own' is not supported"):
        load_text(tmp_path, f"@{decorator}\nasync def own(username: str, chip_id: str): ...\n")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("MuxTargets([9]).to_qids(chip_id)", "the chip 'lattice' has no mux 9"),
        ("MuxTargets([0], ['99']).to_qids(chip_id)", "the chip has no qubit '99'"),
        ("QubitTargets(['99']).to_qids(chip_id)", "the chip has no qubit '99'"),
        ("CouplingTargets([('0', '9')]).to_qids(chip_id)", "the chip has no coupling '0-9'"),
        ("CalibService(username, 'other')", "the flow calibrates the chip 'other', and the run is on 'lattice'"),
        ("CalibService(username, chip_id).execute_task('CheckT1', '0', {'CheckRabi': {}})", "task_details name"),
        ("CalibService(username, chip_id).set_parameter('0', 't1', float('nan'))", "is not a finite number"),
        ("CalibService(username, chip_id).run(QubitTargets(['0', '1']), [GenerateCRSchedule(0)])", "number from 1"),
        ("CalibService(username, chip_id).measure_qubits(['ConfigureAll'], ['0'], 'serial')", "chip as a whole"),
        ("CalibService(username, chip_id).measure_qubits(['CheckZX90'], ['0'], 'serial')", "a task of couplings"),
    ],
)
def test_a_wrong_argument_names_the_thing(body, message, tmp_path):
    flow = load_text(tmp_path, f"@flow\ndef own(username: str, chip_id: str):\n    {body}\n")
    with pytest.raises(LabError, match=message):
        flow.plan(chip())


def test_a_pipeline_whose_step_lacks_what_it_requires_is_refused(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\n"
        "def own(username, chip_id):\n"
        "    CalibService(username, chip_id).run(QubitTargets(['0']), [FilterByStatus()])\n",
    )
    with pytest.raises(ValueError, match="'filter_by_status' requires one_qubit_check or one_qubit_fine_tune"):
        run_flow(flow, chip(), ScriptedBench())


def test_a_lab_has_steps_and_subflows_of_its_own(tmp_path):
    path = tmp_path / "steps_flow.py"
    path.write_text(
        "from prefect import flow, task\n"
        "from qdash.workflow.service import CalibService, MuxTargets, TransformStep\n"
        "from qdash.workflow.service.steps import CustomOneQubit\n"
        "class OnlyEven(TransformStep):\n"
        "    name = 'only_even'\n"
        "    def execute(self, service, targets, ctx):\n"
        "        ctx.candidate_qids = [q for q in ctx.candidate_qids if int(q) % 2 == 0]\n"
        "        ctx.metadata['seen'] = [service.get_parameter(q, 'qubit_frequency') for q in ctx.candidate_qids]\n"
        "        return ctx\n"
        "@task(retries=2)\n"
        "def shift(cal, qid):\n"
        "    cal.set_parameter(qid, 'qubit_frequency', 7.5)\n"
        "    return qid\n"
        "@flow\n"
        "def part(cal, qid):\n"
        "    return cal.execute_task('CheckRabi', shift.submit(cal, qid).result())\n"
        "@flow(name='An own flow')\n"
        "def own(username, chip_id, n: int = 1):\n"
        "    cal = CalibService(username, chip_id, default_run_parameters={'shots': {'value': 7}})\n"
        "    left = cal.run(MuxTargets([0]), [OnlyEven()])['candidate_qids']\n"
        "    futures = shift.map([cal] * len(left), left)\n"
        "    return [part(cal, future.result()) for future in futures][:n]\n"
    )
    flow = flows_of(QDash(LAB).load(path))["own"]
    report = run_flow(flow, chip(), ScriptedBench())
    assert [(r.task, r.qid) for r in report.results] == [("CheckRabi", "0"), ("CheckRabi", "2")]
    assert report.results[0].input_parameters["qubit_frequency"]["value"] == 7.5
    assert report.results[0].run_parameters["shots"]["value"] == 7
    with pytest.raises(LabError, match="'own' is run by 'fiducial-lab run' or by a worker, not by a call"):
        flow("alice", "lattice")


def test_prints_go_into_the_log_where_the_flow_or_a_task_asks_for_it(tmp_path, capsys):
    text = (
        "@task\ndef count(): print('in', 'a task', sep='-')\n"
        "@flow{options}\n"
        "def own(username: str, chip_id: str):\n"
        "    print('two\\nlines')\n"
        "    count()\n"
    )
    logged = load_text(tmp_path, text.format(options="(log_prints=True)"))
    logged.plan(chip())
    report = run_flow(logged, chip(), ScriptedBench())
    assert [text for _, text in report.log] == ["two", "lines", "in-a task"]
    assert capsys.readouterr().out == ""
    of_task = load_text(tmp_path, text.format(options="").replace("@task", "@task(log_prints=True)"))
    report = run_flow(of_task, chip(), ScriptedBench())
    assert [text for _, text in report.log] == ["in-a task"]
    # Once for the plan before the run, once for the run.
    assert capsys.readouterr().out == "two\nlines\n" * 2
    run_local(logged, chip(), ScriptedBench(), {}, tmp_path / "runs", show=print)
    assert capsys.readouterr().out == "info: two\ninfo: lines\ninfo: in-a task\n"
    print("again")
    assert capsys.readouterr().out == "again\n"


def test_tasks_of_a_round_write_into_the_log_of_the_run(tmp_path):
    (tmp_path / "calibtasks").mkdir()
    (tmp_path / "calibtasks" / "own.py").write_text(
        "from prefect import get_run_logger\n"
        "from qdash.workflow.calibtasks.base import BaseTask, PostProcessResult, RunResult\n"
        "class Own(BaseTask):\n"
        "    name = 'Own'\n"
        "    def run(self, backend, qid):\n"
        "        get_run_logger().info('measures %s', qid)\n"
        "        return RunResult(None)\n"
        "    def postprocess(self, *_):\n"
        "        return PostProcessResult({})\n"
    )
    (tmp_path / "wiring.yaml").write_text((LAB / "wiring.yaml").read_text())
    text = (
        "@flow\ndef own(username: str, chip_id: str):\n"
        "    CalibService(username, chip_id).measure_qubits(['Own'], ['0', '12'], 'scheduled')\n"
    )
    flow = load_text(tmp_path, text, tmp_path)
    assert [len(stage.rounds[0]) for stage in flow.plan(chip()).stages] == [2]
    report = run_flow(flow, chip(), ScriptedBench())
    assert {result.qid: result.status for result in report.results} == {"0": "completed", "12": "completed"}
    assert sorted(text for _, text in report.log if text.startswith("measures")) == ["measures 0", "measures 12"]


def test_a_flow_that_says_it_has_failed_fails(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\ndef own(username, chip_id):\n    CalibService(username, chip_id).fail_calibration('no helium')\n",
    )
    with pytest.raises(TaskFailedError, match="no helium"):
        run_flow(flow, chip(), ScriptedBench())


def test_values_that_must_not_count_are_marked(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\n"
        "def own(username, chip_id):\n"
        "    CalibService(username, chip_id, persist_output_parameters=False).execute_task('CheckT1', '0')\n",
    )
    assert [r.persist for r in run_flow(flow, chip(), ScriptedBench()).results] == [False]


def test_a_plan_ends_where_the_flow_needs_a_measured_value(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\n"
        "def own(username, chip_id):\n"
        "    cal = CalibService(username, chip_id)\n"
        "    found = cal.execute_task('CheckT1', '0')\n"
        "    for _ in range(int(found['t1'].value) // 30):\n"
        "        cal.execute_task('CheckRabi', '0')\n",
    )
    plan = flow.plan(chip())
    assert [stage.task for stage in plan.stages] == ["CheckT1"]
    ends = "the plan ends here: the flow raises ValueError: cannot convert float NaN to integer"
    assert (plan.notes, plan.warnings) == ([], [ends])
    assert str(plan).splitlines()[-1] == f"warning: {ends}"
    report = run_flow(flow, chip(), ScriptedBench())
    assert by_task(report) == {"CheckT1": 1, "CheckRabi": 2}
    assert ("warning", ends) in report.log


def test_default_run_parameters_that_no_task_takes_are_named(tmp_path):
    flow = load_text(
        tmp_path,
        "@flow\n"
        "def own(username, chip_id):\n"
        "    shots = {'shots': {'value': 7}}\n"
        "    given = {'shotz': {'value': 3}, 'CheckRaby': shots, 'CheckRabi': shots}\n"
        "    CalibService(username, chip_id, default_run_parameters=given).execute_task('CheckRabi', '0')\n"
        "    CalibService(username, chip_id, default_run_parameters=given).execute_task('CheckT1', '0')\n",
    )
    line = "default_run_parameters: no task of the flow takes 'shotz', 'CheckRaby'"
    assert flow.plan(chip()).warnings == [line]
    report = run_flow(flow, chip(), ScriptedBench())
    assert [text for _, text in report.log if text.startswith("default_run")] == [line]
    absent = load_text(tmp_path, (tmp_path / "own_flow.py").read_text(), tmp_path)
    assert absent.plan(chip()).warnings == []


def test_a_stop_is_not_taken_for_a_failure(tmp_path):
    """A flow that goes on after every error still ends at the stop."""

    class Stopping(ScriptedBench):
        def measure(self, task, target, output):
            raise StoppedError("the run was cancelled")

    with pytest.raises(StoppedError):
        run_flow(load("retry"), chip(), Stopping())


def test_no_thread_is_left():
    before = set(threading.enumerate())
    run_flow(load("full_calibration"), chip(), ScriptedBench(), mux_ids=[0, 1])
    assert set(threading.enumerate()) == before
