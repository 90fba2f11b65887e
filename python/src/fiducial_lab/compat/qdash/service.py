"""`CalibService`: the session of a QDash flow."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...chips import Chip, Target
from ...errors import LabError, TaskFailedError
from ...jsons import fields
from ...metrics import find_metric
from ...parallel import Parallel
from ...selections import Selection
from ...tasks import Task
from ...values import Value
from .adapter import Call
from .boxes import oriented
from .errors import refuse
from .groups import Raw, measure_batches, measure_couplings, measure_qubits
from .models import ParameterModel, RunParameterModel
from .run import current_run
from .run_parameters import run_parameters_of
from .targets import Target as Targets
from .targets import chip_of

_GITHUB = "GitHub is neither read nor written: the service keeps the values and the versions of the flows"


class CalibService:
    """Runs pipelines and single tasks within a run of this package.

    Arguments that name what QDash keeps elsewhere are refused by name. `execution_id` is None unless it is given: the
    service numbers the runs.
    """

    def __init__(
        self,
        username: str,
        chip_id: str,
        qids: list[str] | None = None,
        execution_id: str | None = None,
        backend_name: str | None = None,
        name: str | None = None,
        flow_name: str | None = None,
        tags: list[str] | None = None,
        use_lock: bool = True,
        note: dict[str, Any] | None = None,
        enable_github_pull: bool | None = None,
        enable_github: bool | None = None,
        github_push_config: Any = None,
        muxes: list[int] | None = None,
        project_id: str | None = None,
        skip_execution: bool = False,
        default_run_parameters: dict[str, Any] | None = None,
        source_execution_id: str | None = None,
        parameter_overrides: dict[str, Any] | None = None,
        source_task_id: str | None = None,
        force_update_params: bool = False,
        persist_output_parameters: bool = True,
        *,
        user_repo: Any = None,
        lock_repo: Any = None,
        counter_repo: Any = None,
    ) -> None:
        refused = {
            "source_execution_id": source_execution_id,
            "parameter_overrides": parameter_overrides,
            "source_task_id": source_task_id,
            "force_update_params": force_update_params,
            "user_repo": user_repo,
            "lock_repo": lock_repo,
            "counter_repo": counter_repo,
        }
        for argument, given in refused.items():
            if given:
                raise refuse(f"CalibService({argument}=...)")
        self._run = current_run("CalibService")
        self.chip: Chip = chip_of(chip_id)
        self.username, self.chip_id = username, chip_id
        self.qids, self.muxes = qids, muxes
        self.execution_id, self.backend_name = execution_id, backend_name
        self.flow_name = flow_name or name
        self.tags, self.note, self.project_id = tags, note, project_id
        self.default_run_parameters = default_run_parameters or {}
        self._run.defaults.update(self.default_run_parameters)
        self.github_push_config = github_push_config
        self._persist = persist_output_parameters
        self._stages: dict[str, dict[str, Any]] = {}
        self._calls = 0
        self._run.service = self
        if enable_github or enable_github_pull or getattr(github_push_config, "enabled", False):
            self._run.say_once("warning", _GITHUB)
        if not use_lock or skip_execution:
            self._run.say_once("info", "use_lock and skip_execution change nothing: the service keeps runs apart")
        if tags or note:
            self._run.say_once("info", f"Tags and note of the flow: {json.dumps([tags, note], default=str)}"[:4000])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise refuse(f"CalibService.{name}")

    # Pipelines

    def run(self, targets: Targets, steps: Sequence[Any]) -> dict[str, Any]:
        """Run steps on targets. Returns the results of the steps, and the candidates that are left."""
        from .steps import Pipeline, StepContext

        pipeline = Pipeline(list(steps))
        context = StepContext(candidate_qids=targets.to_qids(self.chip_id))
        for step in pipeline:
            self._run.session.log("info", f"Step {step.name}")
            context = step.execute(self, targets, context)
        found: dict[str, Any] = {
            "candidate_qids": context.candidate_qids,
            "candidate_couplings": context.candidate_couplings,
            "one_qubit_check": context.one_qubit_check,
            "one_qubit_fine_tune": context.one_qubit_fine_tune,
            "two_qubit": context.two_qubit,
            "filters": context.filters or None,
            "metadata": context.metadata or None,
        }
        return {name: value for name, value in found.items() if value is not None}

    def measure_qubits(self, tasks: Sequence[str], qids: Sequence[str], mode: str) -> Raw:
        """Run tasks on qubits, in groups that are measured side by side, by one of the modes of QDash."""
        return measure_qubits(self, tasks, qids, mode)

    def measure_batches(self, tasks: Sequence[str], qids: Sequence[str]) -> Raw:
        """Run tasks on qubits; those that can measure a group in one call do so."""
        return measure_batches(self, tasks, qids)

    def measure_couplings(self, tasks: Sequence[str], groups: Sequence[Sequence[Any]]) -> Raw:
        """Run tasks on groups of couplings, group after group."""
        return measure_couplings(self, tasks, groups)

    # Single tasks

    def execute_task(
        self, task_name: str, qid: str, task_details: Mapping[str, Any] | None = None, upstream_id: str | None = None
    ) -> dict[str, Any]:
        """Run a task on a qubit, a coupling (`control-target`), or with an empty id on the chip as a whole.

        Returns its outputs by name, and `task_id`. In a plan there are no values: those of the chip are
        returned, else NaN.

        Raises:
            TaskFailedError: The task failed.
        """
        task = self.make_task(task_name, task_details, of_coupling=_names_coupling(self.chip, qid))
        targets = self._targets(task, qid)
        selection = self.run_stage(task, targets, None, upstream_id)
        return self.outputs_of(task, selection, targets[0])

    def execute_task_batch(
        self,
        task_name: str,
        qids: list[str],
        task_details: Mapping[str, Any] | None = None,
        upstream_id: str | None = None,
    ) -> dict[str, dict[str, Any]]:
        """Run a task on qubits in one call. Returns the outputs by qubit."""
        qubits = list(self.chip.qubits.only(*qids))
        task = self.make_task(task_name, task_details, of_coupling=False, group_of=dict.fromkeys(qids, 0))
        selection = self.run_stage(task, qubits, None, upstream_id)
        return {qubit.id: self.outputs_of(task, selection, qubit) for qubit in qubits}

    def get_parameter(self, qid: str, param_name: str) -> ParameterModel | None:
        """Return the current value of a qubit or a coupling; None if there is none."""
        target: Target = oriented(self.chip, qid) if _names_coupling(self.chip, qid) else self.chip.qubits[qid]
        value = target.get(param_name)
        return None if value is None else _model(value)

    def set_parameter(self, qid: str, param_name: str, value: Any) -> None:
        """Let the rest of this run read another value. It does not become the chip's."""
        held = value if isinstance(value, ParameterModel) else ParameterModel(value=value)
        if held.value is None or not math.isfinite(held.value):
            raise LabError(f"set_parameter('{qid}', '{param_name}'): {held.value!r} is not a finite number")
        target: Target = oriented(self.chip, qid) if _names_coupling(self.chip, qid) else self.chip.qubits[qid]
        if not self._run.is_plan:
            metric = find_metric(param_name, target.kind)
            unit = held.unit or (metric.unit if metric else "")
            target.remember(param_name, Value(float(held.value), held.error, unit, None, "measured", "flow"))

    # The end

    def record_stage_result(self, stage_name: str, result: dict[str, Any]) -> None:
        """Keep what the flow has found in a stage, and write it into the log."""
        self._stages[stage_name] = dict(result)
        self._run.session.log("info", f"Stage {stage_name}: {json.dumps(result, default=str)}"[:4000])

    def get_stage_result(self, stage_name: str) -> dict[str, Any] | None:
        """Return what the flow has kept of a stage."""
        return self._stages.get(stage_name)

    def finish_calibration(
        self,
        update_chip_history: bool = True,
        push_to_github: bool | None = None,
        export_note_to_file: bool = False,
    ) -> None:
        """End nothing: the run ends with the flow."""
        if export_note_to_file:
            raise refuse("finish_calibration(export_note_to_file=True)")
        if push_to_github:
            self._run.say_once("warning", _GITHUB)

    def fail_calibration(self, error_message: str = "") -> None:
        """Let the run end as failed, also if the flow returns."""
        self._run.failure = error_message or "The flow called fail_calibration()"

    def cancel_calibration(self) -> None:
        """Let the run end as failed, also if the flow returns: only the service cancels a run."""
        self._run.failure = "The flow called cancel_calibration()"

    # Stages

    def make_task(
        self,
        name: str,
        details: Mapping[str, Any] | None,
        *,
        of_coupling: bool,
        group_of: Mapping[str, int] | None = None,
    ) -> Task[Any]:
        """Return a task with the run parameters and inputs that the flow gives it."""
        given: Mapping[str, Any] = (details or {}).get(name) or {}
        for key in given:
            if key not in ("run_parameters", "input_parameters", "calibration_inputs"):
                raise refuse(f"'{key}' in the task_details of {name}")
        if unused := [other for other in details or {} if other != name]:
            raise LabError(f"task_details name '{unused[0]}', and the task is '{name}'")
        plain = self._run.lab.task(name, self.backend_name, Call(), of_coupling, group_of is not None)
        settings = {
            **run_parameters_of(self._defaults(name, plain), plain),
            **run_parameters_of(given.get("input_parameters") or {}, plain),
            **run_parameters_of(given.get("run_parameters") or {}, plain),
        }
        for setting in settings:
            if setting not in plain.form.parameters:
                self._run.say_once(
                    "warning",
                    f"{name} declares no '{setting}': it is handed over, and counts only if the task reads it",
                )
        call = Call(
            settings,
            given.get("calibration_inputs") or {},
            self._persist,
            {"chip_id": self.chip_id, "project_id": self.project_id, "username": self.username},
            group_of or {},
            self.execution_id or "",
        )
        return self._run.lab.task(name, self.backend_name, call, of_coupling, group_of is not None)

    def _defaults(self, name: str, task: Task[Any]) -> Mapping[str, Any]:
        """Return `default_run_parameters` for a task: flat ones that it has, and those under its own name."""
        found: dict[str, Any] = {}
        for key, entry in self.default_run_parameters.items():
            if isinstance(entry, Mapping) and "value" not in entry:
                if key != name:
                    continue
                found.update(fields(entry))
            elif key in task.form.parameters:
                found[key] = entry
            else:
                continue
            self._run.used_defaults.add(key)
        return found

    def _targets(self, task: Task[Any], qid: str) -> list[Target]:
        if task.kind == "system":
            return [self.chip.whole]
        if task.kind == "coupling":
            return [oriented(self.chip, qid)]
        qubit = self.chip.qubits[qid]
        if task.batch == "mux" and qubit.mux is not None:
            return [qubit, *(other for other in self.chip.mux(qubit.mux) if other.id != qid)]
        return [qubit]

    def run_stage(
        self, task: Task[Any], targets: Sequence[Target], parallel: Parallel, upstream_id: str | None = None
    ) -> Selection[Any]:
        """Measure targets as a stage of the run."""
        if upstream_id is not None:
            self._run.say_once("info", "upstream_id is not kept: the inputs that a task reads say what came before it")
        self._calls += 1
        settings: Mapping[str, RunParameterModel] = getattr(getattr(task, "call", None), "settings", {})
        return self._run.stage(task, targets, parallel, {name: held.value for name, held in settings.items()})

    def outputs_of(self, task: Task[Any], selection: Selection[Any], target: Target) -> dict[str, Any]:
        """Return the outputs of a task on a target. Raises TaskFailedError if it did not complete."""
        outcome = selection.outcome(target.id)
        if not outcome.is_completed:
            raise TaskFailedError(outcome.message or f"{task.name} of {target.id} did not complete")
        found: dict[str, Any] = {}
        for name, output in task.outputs.items():
            number = outcome.numbers.get(name)
            if number is None and self._run.is_plan:
                number = _planned(target, output.metric, output.role, output.unit)
            if number is not None:
                error = outcome.numbers.get(f"{name}_error") or 0.0
                metric = output.metric if output.metric != name else ""
                found[name] = ParameterModel(metric, output.role or "", number, "float", error, output.unit)
        found["task_id"] = f"{self._calls}/{task.name}/{target.id}"
        return found


def _names_coupling(chip: Chip, qid: str) -> bool:
    return "-" in qid and qid not in {qubit.id for qubit in chip.qubits}


def _model(value: Value) -> ParameterModel:
    return ParameterModel("", "", value.value, "float", value.error or 0.0, value.unit)


def _planned(target: Target, metric: str, role: str | None, unit: str) -> float:
    holder: Target = target.qubits[role == "target"] if role else target
    value = holder.get(metric)
    return math.nan if value is None else value.to(unit).value
