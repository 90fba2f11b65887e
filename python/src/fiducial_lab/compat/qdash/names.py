"""Which names the hook offers in which module of QDash. The documentation lists them."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from . import basetask, internal, models, prefect, results, steps, targets, task_lists
from .service import CalibService


def _of(module: ModuleType, *names: str) -> dict[str, Any]:
    return {name: getattr(module, name) for name in names}


_HOOKS = _of(prefect, "on_flow_cancellation", "on_flow_failure", "on_flow_crashed")
_TARGETS = _of(targets, "Target", "MuxTargets", "QubitTargets", "CouplingTargets", "AllMuxTargets")
_BASE = _of(steps, "Step", "CalibrationStep", "TransformStep")
_PIPELINE = _of(steps, "Pipeline", "StepContext")
_BOX = _of(steps, "ConfigureAll")
_BRINGUP = _of(steps, "BringUp", "ExperimentalSimultaneousBringUp")
_ONE = _of(steps, "CustomOneQubit", "OneQubitCheck", "OneQubitFineTune")
_FILTERS = _of(steps, "FilterByMetric", "FilterByStatus")
_TWO = _of(steps, "CustomTwoQubit", "GenerateCRSchedule", "SetCRSchedule", "TwoQubitCalibration", "CheckSkew")
_STEPS = {**_BASE, **_PIPELINE, **_BOX, **_BRINGUP, **_ONE, **_FILTERS, **_TWO}
_LISTS = _of(
    task_lists,
    "BRINGUP_TASKS",
    "EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS",
    "CHECK_1Q_TASKS",
    "FULL_1Q_TASKS",
    "FULL_1Q_TASKS_AFTER_CHECK",
    "FULL_2Q_TASKS",
)
_RESULTS = _of(
    results,
    "QubitCalibData",
    "CouplingCalibData",
    "OneQubitResult",
    "TwoQubitResult",
    "FilterResult",
    "SkewCheckResult",
)
_SESSION = _of(internal, "get_current_session", "set_current_session", "clear_current_session")
_GITHUB = _of(internal, "ConfigFileType", "GitHubPushConfig")
_PARALLEL = _of(
    internal,
    "calibrate_mux_qubits",
    "calibrate_single_qubit",
    "execute_coupling_pair",
    "calibrate_parallel_group",
    "calibrate_group_with_retry",
    "run_mux_calibrations_parallel",
    "run_qubit_calibrations_parallel",
    "run_coupling_calibrations_parallel",
    "run_groups_with_retry_parallel",
)
_SERVICE = {"CalibService": CalibService, **_of(internal, "generate_execution_id")}
_AROUND = {**_of(internal, "init_calibration", "get_session", "finish_calibration")}
_MODELS = _of(models, "ParameterModel", "RunParameterModel", "TaskTypes")
_TASK_RESULTS = _of(models, "PreProcessResult", "PostProcessResult", "RunResult")


TABLE: Mapping[str, Mapping[str, Any]] = {
    "prefect": _of(prefect, "flow", "task", "get_run_logger"),
    "prefect.logging": _of(prefect, "get_run_logger"),
    "prefect.futures": _of(prefect, "PrefectFuture", "wait"),
    "prefect.task_runners": {
        "ThreadPoolTaskRunner": prefect.ThreadPoolTaskRunner,
        "ConcurrentTaskRunner": prefect.ThreadPoolTaskRunner,
    },
    "qdash.datamodel.task": _MODELS,
    "qdash.workflow.calibtasks.base": {
        **_of(basetask, "BaseTask"),
        **_TASK_RESULTS,
        **_of(models, "ParameterModel", "RunParameterModel"),
    },
    "qdash.workflow.calibtasks.results": _TASK_RESULTS,
    "qdash.workflow.calibtasks.fake.base": _of(basetask, "FakeTask"),
    "qdash.workflow.calibtasks.qubex.base": _of(basetask, "QubexTask"),
    "qdash.workflow.engine": _of(steps, "CRScheduler"),
    "qdash.workflow.engine.backend.base": {"BaseBackend": basetask.BaseBackend},
    "qdash.workflow.engine.backend.fake": {"FakeBackend": basetask.FakeBackend},
    "qdash.workflow.engine.backend.qubex": {"QubexBackend": basetask.QubexBackend},
    "qdash.workflow.service": {**_SERVICE, **_TARGETS, **_STEPS, **_LISTS, **_GITHUB, **_SESSION},
    "qdash.workflow.service.calib_service": {
        **_SERVICE,
        **_HOOKS,
        **_AROUND,
        "_is_cancellation": internal.is_cancellation,
    },
    "qdash.workflow.service.github": _GITHUB,
    "qdash.workflow.service.results": _RESULTS,
    "qdash.workflow.service.session_context": _SESSION,
    "qdash.workflow.service.steps": _STEPS,
    "qdash.workflow.service.steps.base": _BASE,
    "qdash.workflow.service.steps.box_setup": _BOX,
    "qdash.workflow.service.steps.bringup": _BRINGUP,
    "qdash.workflow.service.steps.filters": _FILTERS,
    "qdash.workflow.service.steps.one_qubit": _ONE,
    "qdash.workflow.service.steps.pipeline": _PIPELINE,
    "qdash.workflow.service.steps.two_qubit": _TWO,
    "qdash.workflow.service.targets": _TARGETS,
    "qdash.workflow.service.tasks": _LISTS,
    "qdash.workflow.service._internal": _PARALLEL,
    "qdash.workflow.service._internal.scheduling_tasks": _PARALLEL,
}
"""The names of each module. Any other name or module of QDash's workflow is an error that names it."""
