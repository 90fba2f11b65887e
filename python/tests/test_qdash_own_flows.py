"""Flows that a lab writes with the services of QDash: steps, prints, logs and warnings of their own."""

from __future__ import annotations

import pytest

from fiducial_lab import LabError, TaskFailedError
from fiducial_lab.compat.qdash import QDash
from fiducial_lab.loading import flows_of
from fiducial_lab.local import run_local
from fiducial_lab.testing import run_flow
from qdash_runs import LAB, ScriptedBench, by_task, chip, load_text


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
