"""The steps of a QDash pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ...errors import FilterError, did_you_mean
from .boxes import coupling_rounds, occupied_by, pairs_of
from .models import ParameterModel
from .results import (
    CalibData,
    CouplingCalibData,
    FilterResult,
    OneQubitResult,
    QubitCalibData,
    SkewCheckResult,
    TwoQubitResult,
)
from .run import current_run
from .service import CalibService, Raw
from .targets import Target
from .task_lists import (
    BRINGUP_TASKS,
    CHECK_1Q_TASKS,
    EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS,
    FULL_1Q_TASKS_AFTER_CHECK,
    FULL_2Q_TASKS,
    METRIC_ALIASES,
)

D = TypeVar("D", bound=CalibData)
Groups = list[list[tuple[str, str]]]
_SCHEDULE = "cr_schedule"
_CANDIDATES = "candidate_qids"
_COUPLINGS = "candidate_couplings"
_CHECK, _FINE = "one_qubit_check", "one_qubit_fine_tune"


@dataclass
class StepContext:
    """What steps hand on: results, candidates that filters narrow, and `metadata` by step."""

    one_qubit_check: OneQubitResult | None = None
    one_qubit_fine_tune: OneQubitResult | None = None
    two_qubit: TwoQubitResult | None = None
    filters: list[FilterResult] = field(default_factory=list[FilterResult])
    skew_check: SkewCheckResult | None = None
    candidate_qids: list[str] = field(default_factory=list[str])
    candidate_couplings: list[str] = field(default_factory=list[str])
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])

    def get_latest_one_qubit_result(self) -> OneQubitResult | None:
        """Return the result of the fine tuning, else of the check."""
        return self.one_qubit_fine_tune or self.one_qubit_check


@dataclass
class Step:
    """A step. A lab's own step has `name` and `execute`."""

    @property
    def name(self) -> str:
        """Its name."""
        raise NotImplementedError(f"{type(self).__name__} has no name")

    @property
    def requires(self) -> set[str]:
        """What a step before it has to provide; one of several is enough."""
        return set()

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {self.name}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Do its work and return the context."""
        raise NotImplementedError(f"{type(self).__name__} has no execute()")


@dataclass
class CalibrationStep(Step):
    """A step that measures."""


@dataclass
class TransformStep(Step):
    """A step that measures nothing."""


@dataclass
class Pipeline:
    """Steps in an order in which each finds what it requires."""

    steps: list[Any]

    def __post_init__(self) -> None:
        available = {_CANDIDATES, _COUPLINGS}
        for step in self.steps:
            if step.requires and not step.requires & available:
                raise ValueError(
                    f"the step '{step.name}' requires {' or '.join(sorted(step.requires))} of a step before"
                )
            available |= step.provides

    def __iter__(self) -> Iterator[Any]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)


# Setting up


@dataclass
class ConfigureAll(CalibrationStep):
    """Runs the task ConfigureAll once, for the muxes of the targets or those that are named."""

    mux_ids: list[int] | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return "configure_all"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Run the task."""
        qids = targets.to_qids(service.chip_id)
        muxes = sorted({qubit.mux for qubit in service.chip.qubits.only(*qids) if qubit.mux is not None})
        chosen = {"mux_ids": {"value": muxes if self.mux_ids is None else self.mux_ids, "value_type": "list"}}
        details = {"ConfigureAll": {"run_parameters": chosen}}
        ctx.metadata[self.name] = service.execute_task("ConfigureAll", "", details)
        return ctx


@dataclass
class CheckSkew(CalibrationStep):
    """Runs the task CheckSkew once."""

    muxes: list[int] | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return "skew_check"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Run the task."""
        chosen = {} if self.muxes is None else {"muxes": {"value": self.muxes, "value_type": "list"}}
        details = {"CheckSkew": {"run_parameters": chosen}} if chosen else None
        ctx.skew_check = SkewCheckResult(raw=service.execute_task("CheckSkew", "", details))
        return ctx


# One qubit


@dataclass
class BringUp(CalibrationStep):
    """Finds resonators and qubits."""

    mode: str = "scheduled"
    tasks: list[str] = field(default_factory=lambda: list(BRINGUP_TASKS))

    @property
    def name(self) -> str:
        """Its name."""
        return "bringup"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        raw = service.measure_qubits(self.tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.metadata[self.name] = _one_qubit_result(raw)
        return ctx


@dataclass
class ExperimentalSimultaneousBringUp(CalibrationStep):
    """Finds resonators, and the qubits of a group in one call."""

    tasks: list[str] = field(default_factory=lambda: list(EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS))

    @property
    def name(self) -> str:
        """Its name."""
        return "experimental_simultaneous_bringup"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        raw = service.measure_batches(self.tasks, targets.to_qids(service.chip_id))
        ctx.metadata[self.name] = _one_qubit_result(raw)
        return ctx


@dataclass
class CustomOneQubit(CalibrationStep):
    """Runs the tasks that the flow names."""

    step_name: str = "custom_one_qubit"
    tasks: list[str] = field(default_factory=list[str])
    mode: str = "synchronized"

    @property
    def name(self) -> str:
        """Its name."""
        return self.step_name

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {self.step_name, _CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        if not self.tasks:
            _warn(f"The step {self.name} names no tasks, and is left out")
            return ctx
        raw = service.measure_qubits(self.tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.metadata[self.step_name] = _one_qubit_result(raw)
        return ctx


@dataclass
class OneQubitCheck(CalibrationStep):
    """Measures the basic numbers of each qubit."""

    mode: str = "synchronized"
    tasks: list[str] | None = None
    configure: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return _CHECK

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {_CHECK, _CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        tasks = _configured(self.tasks or CHECK_1Q_TASKS, self.configure)
        raw = service.measure_qubits(tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.one_qubit_check = _one_qubit_result(raw)
        return ctx


@dataclass
class OneQubitFineTune(CalibrationStep):
    """Tunes the pulses of the candidates that are left, and benchmarks them."""

    mode: str = "synchronized"
    tasks: list[str] | None = None
    configure: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return _FINE

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {_FINE, _CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        if not ctx.candidate_qids:
            _warn("No candidate is left to tune")
            ctx.one_qubit_fine_tune = OneQubitResult()
            return ctx
        tasks = _configured(self.tasks or FULL_1Q_TASKS_AFTER_CHECK, self.configure)
        raw = service.measure_qubits(tasks, ctx.candidate_qids, self.mode)
        ctx.one_qubit_fine_tune = _one_qubit_result(raw)
        return ctx


# Filters


@dataclass
class FilterByMetric(TransformStep):
    """Keeps the candidates whose number of the latest check or tuning reaches a threshold.

    The number is in the unit that its task declares. A metric that no task of the step gives is an error.
    """

    metric: str = "x90_fidelity"
    threshold: float = 0.9

    @property
    def name(self) -> str:
        """Its name."""
        return f"filter_by_{self.metric}"

    @property
    def requires(self) -> set[str]:
        """What it filters by."""
        return {_CHECK, _FINE}

    @property
    def provides(self) -> set[str]:
        """What it narrows."""
        return {_CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Filter."""
        result = ctx.get_latest_one_qubit_result()
        if result is None:
            _warn(f"{self.name} finds no result, and keeps every candidate")
            return ctx
        known = {name for data in result.qubits.values() for name in data.metrics}
        succeeded = result.successful_qids()
        if known and succeeded and self.metric not in known:
            raise FilterError(
                f"FilterByMetric: no task of the step gives '{self.metric}'{did_you_mean(self.metric, known)} "
                f"(they give {', '.join(sorted(known))})"
            )
        kept = result.successful_qids() if _is_plan() else result.filter_by_metric(self.metric, self.threshold)
        return _narrowed(ctx, kept, f"{self.metric} >= {self.threshold}")


@dataclass
class FilterByStatus(TransformStep):
    """Keeps the candidates on which every task of the latest check or tuning completed."""

    @property
    def name(self) -> str:
        """Its name."""
        return "filter_by_status"

    @property
    def requires(self) -> set[str]:
        """What it filters by."""
        return {_CHECK, _FINE}

    @property
    def provides(self) -> set[str]:
        """What it narrows."""
        return {_CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Filter."""
        result = ctx.get_latest_one_qubit_result()
        if result is None:
            _warn(f"{self.name} finds no result, and keeps every candidate")
            return ctx
        return _narrowed(ctx, result.successful_qids(), "status == success")


# Two qubits


@dataclass
class SetCRSchedule(TransformStep):
    """Takes groups of pairs (control, target) from the flow."""

    schedule: Groups = field(default_factory=list["list[tuple[str, str]]"])

    @property
    def name(self) -> str:
        """Its name."""
        return "set_cr_schedule"

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {_COUPLINGS, _CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Take the groups."""
        groups = [[(str(control), str(target)) for control, target in group] for group in self.schedule]
        if not groups:
            _warn("The schedule is empty")
        ctx.metadata[_SCHEDULE] = groups
        ctx.candidate_couplings = _ids(groups)
        ctx.candidate_qids = sorted({qid for group in groups for pair in group for qid in pair})
        return ctx


@dataclass
class GenerateCRSchedule(TransformStep):
    """Groups the couplings among the candidates so that those of a group can be measured side by side.

    The control is the qubit that the chip names first; with `inverse` it is the other.
    """

    max_parallel_ops: int = 10
    inverse: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return "generate_cr_schedule"

    @property
    def requires(self) -> set[str]:
        """What it groups by."""
        return {_CANDIDATES}

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {_COUPLINGS}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Group the couplings."""
        groups = cr_groups(ctx.candidate_qids, self.max_parallel_ops, inverse=self.inverse)
        if not groups:
            _warn("No two candidates are coupled")
        ctx.metadata[_SCHEDULE] = groups
        ctx.candidate_couplings = _ids(groups)
        return ctx


@dataclass
class TwoQubitCalibration(CalibrationStep):
    """Calibrates couplings in the groups of a schedule, or of one that it makes itself."""

    tasks: list[str] | None = None
    max_parallel_ops: int = 10

    @property
    def name(self) -> str:
        """Its name."""
        return "two_qubit_calibration"

    @property
    def requires(self) -> set[str]:
        """What it needs."""
        return {_CANDIDATES}

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {"two_qubit", _COUPLINGS}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        ctx.two_qubit = _two_qubit(service, targets, ctx, self.tasks or FULL_2Q_TASKS, self.max_parallel_ops)
        return ctx


@dataclass
class CustomTwoQubit(CalibrationStep):
    """Runs the tasks that the flow names on couplings."""

    step_name: str = "custom_two_qubit"
    tasks: list[str] = field(default_factory=list[str])
    max_parallel_ops: int = 10

    @property
    def name(self) -> str:
        """Its name."""
        return self.step_name

    @property
    def requires(self) -> set[str]:
        """What it needs."""
        return {_CANDIDATES}

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {self.step_name, _COUPLINGS}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        """Measure."""
        if not self.tasks:
            _warn(f"The step {self.name} names no tasks, and is left out")
            return ctx
        ctx.metadata[self.step_name] = _two_qubit(service, targets, ctx, self.tasks, self.max_parallel_ops)
        return ctx


@dataclass
class CRScheduleResult:
    """Groups of pairs (control, target), and what was counted."""

    parallel_groups: Groups
    metadata: dict[str, Any]
    filtering_stats: dict[str, int]


class CRScheduler:
    """Groups couplings, as the step GenerateCRSchedule does."""

    def __init__(self, username: str, chip_id: str, wiring_config_path: str | None = None) -> None:
        from .errors import refuse

        if wiring_config_path is not None:
            raise refuse("CRScheduler(wiring_config_path=...)", "the box map is the one of the lab's folder")
        self._chip_id = chip_id

    def generate(
        self, candidate_qubits: Sequence[str] | None = None, max_parallel_ops: int | None = 10, inverse: bool = False
    ) -> CRScheduleResult:
        """Return the groups of the couplings among qubits, or of the whole chip."""
        from .targets import chip_of

        chip = chip_of(self._chip_id)
        qids = [qubit.id for qubit in chip.qubits] if candidate_qubits is None else list(candidate_qubits)
        groups = cr_groups(qids, max_parallel_ops, inverse=inverse)
        pairs = len(_ids(groups))
        counted = {"total_pairs": len(chip.couplings), "scheduled_pairs": pairs, "num_groups": len(groups)}
        return CRScheduleResult(groups, {**counted, "max_parallel_ops": max_parallel_ops}, {"all_pairs": pairs})


def cr_groups(qids: Sequence[str], most: int | None, *, inverse: bool = False) -> Groups:
    """Return groups of pairs (control, target) among qubits; those of a group share no qubit, mux or module."""
    run = current_run("a schedule of couplings")
    couplings = pairs_of(run.chip, qids, inverse=inverse)
    groups = coupling_rounds(couplings, occupied_by(run.boxes), most)
    return [[(coupling.control.id, coupling.target.id) for coupling in group] for group in groups]


def _two_qubit(
    service: CalibService, targets: Target, ctx: StepContext, tasks: Sequence[str], most: int
) -> TwoQubitResult:
    groups: Groups | None = ctx.metadata.get(_SCHEDULE)
    if groups is None:
        groups = cr_groups(ctx.candidate_qids, most)
        ctx.candidate_couplings = _ids(groups)
    if not any(groups):
        _warn("No coupling is left to calibrate")
        return TwoQubitResult()
    return TwoQubitResult(_data(service.measure_couplings(tasks, groups), CouplingCalibData))


def _one_qubit_result(raw: Raw) -> OneQubitResult:
    return OneQubitResult(_data(raw, QubitCalibData))


def _data(raw: Raw, kind: Callable[[str, dict[str, float], dict[str, Any]], D]) -> dict[str, D]:
    return {id: kind(str(found["status"]), _metrics(found.values()), found) for id, found in raw.items()}


def _metrics(tasks: Iterable[Any]) -> dict[str, float]:
    """Return the numbers of a target by output, and by the other names that filters use."""
    found: dict[str, float] = {}
    for outputs in tasks:
        if isinstance(outputs, Mapping):
            for name, held in outputs.items():  # pyright: ignore[reportUnknownVariableType]
                if isinstance(held, ParameterModel) and held.value is not None:
                    found[str(name)] = held.value  # pyright: ignore[reportUnknownArgumentType]
    return {**{alias: found[name] for alias, name in METRIC_ALIASES.items() if name in found}, **found}


def _narrowed(ctx: StepContext, kept: Iterable[str], criteria: str) -> StepContext:
    allowed = set(kept)
    before = list(ctx.candidate_qids)
    ctx.candidate_qids = [qid for qid in before if qid in allowed]
    ctx.filters.append(FilterResult(before, list(ctx.candidate_qids), criteria))
    current_run("a filter").session.log(
        "info", f"{criteria}: {len(ctx.candidate_qids)} of {len(before)} qubits are left"
    )
    return ctx


def _configured(tasks: Sequence[str], configure: bool) -> list[str]:
    return ["Configure", *tasks] if configure else list(tasks)


def _ids(groups: Groups) -> list[str]:
    return [f"{control}-{target}" for group in groups for control, target in group]


def _is_plan() -> bool:
    return current_run("a filter").is_plan


def _warn(text: str) -> None:
    current_run("a step").session.log("warning", text)
