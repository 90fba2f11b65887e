"""Steps that calibrate couplings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ..results import CouplingCalibData, TwoQubitResult
from ..service import CalibService
from ..targets import Target
from ..task_lists import FULL_2Q_TASKS
from .base import CANDIDATES, COUPLINGS, CalibrationStep, StepContext, warn
from .measured import data_of
from .schedule import SCHEDULE, Groups, coupling_ids, cr_groups


@dataclass
class TwoQubitCalibration(CalibrationStep):
    """Calibrates couplings in the groups of a schedule, or of one that it makes itself."""

    tasks: list[str] | None = None
    max_parallel_ops: int = 10

    default_name: ClassVar = "two_qubit_calibration"
    needs: ClassVar = frozenset({CANDIDATES})
    gives: ClassVar = frozenset({"two_qubit", COUPLINGS})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        ctx.two_qubit = _two_qubit(service, targets, ctx, self.tasks or FULL_2Q_TASKS, self.max_parallel_ops)
        return ctx


@dataclass
class CustomTwoQubit(CalibrationStep):
    """Runs the tasks that the flow names on couplings."""

    step_name: str = "custom_two_qubit"
    tasks: list[str] = field(default_factory=list[str])
    max_parallel_ops: int = 10

    needs: ClassVar = frozenset({CANDIDATES})

    @property
    def name(self) -> str:
        return self.step_name

    @property
    def provides(self) -> set[str]:
        return {self.step_name, COUPLINGS}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        if not self.tasks:
            warn(f"The step {self.name} names no tasks, and is left out")
            return ctx
        ctx.metadata[self.step_name] = _two_qubit(service, targets, ctx, self.tasks, self.max_parallel_ops)
        return ctx


def _two_qubit(
    service: CalibService, targets: Target, ctx: StepContext, tasks: Sequence[str], most: int
) -> TwoQubitResult:
    groups: Groups | None = ctx.metadata.get(SCHEDULE)
    if groups is None:
        groups = cr_groups(ctx.candidate_qids, most)
        ctx.candidate_couplings = coupling_ids(groups)
    if not any(groups):
        warn("No coupling is left to calibrate")
        return TwoQubitResult()
    return TwoQubitResult(data_of(service.measure_couplings(tasks, groups), CouplingCalibData))
