"""Flows of QDash, written from the description of its templates, run unchanged: to a plan and to results."""

from __future__ import annotations

import itertools
import json
import shutil
import threading
from typing import Any

import pytest

from fiducial_lab import LabError
from fiducial_lab.cli import main
from fiducial_lab.errors import StoppedError
from fiducial_lab.local import local_runs
from fiducial_lab.testing import run_flow
from qdash_runs import FLOWS, LAB, ScriptedBench, by_task, chip, load

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
