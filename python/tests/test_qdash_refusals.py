"""What a flow of QDash may not ask for, and the error that names it."""

from __future__ import annotations

import pytest

from fiducial_lab import FilterError, LabError, ParameterError
from fiducial_lab.compat.qdash import UnsupportedError
from fiducial_lab.testing import run_flow
from qdash_runs import ScriptedBench, chip, load, load_text


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
