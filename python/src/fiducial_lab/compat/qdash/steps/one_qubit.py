"""Steps that measure and tune single qubits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ..results import OneQubitResult
from ..service import CalibService
from ..targets import Target
from ..task_lists import (
    BRINGUP_TASKS,
    CHECK_1Q_TASKS,
    EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS,
    FULL_1Q_TASKS_AFTER_CHECK,
)
from .base import CANDIDATES, CHECK, FINE, CalibrationStep, StepContext, warn
from .measured import one_qubit_result


@dataclass
class BringUp(CalibrationStep):
    """Finds resonators and qubits."""

    mode: str = "scheduled"
    tasks: list[str] = field(default_factory=lambda: list(BRINGUP_TASKS))

    default_name: ClassVar = "bringup"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        raw = service.measure_qubits(self.tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.metadata[self.name] = one_qubit_result(raw)
        return ctx


@dataclass
class ExperimentalSimultaneousBringUp(CalibrationStep):
    """Finds resonators, and the qubits of a group in one call."""

    tasks: list[str] = field(default_factory=lambda: list(EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS))

    default_name: ClassVar = "experimental_simultaneous_bringup"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        raw = service.measure_batches(self.tasks, targets.to_qids(service.chip_id))
        ctx.metadata[self.name] = one_qubit_result(raw)
        return ctx


@dataclass
class CustomOneQubit(CalibrationStep):
    """Runs the tasks that the flow names."""

    step_name: str = "custom_one_qubit"
    tasks: list[str] = field(default_factory=list[str])
    mode: str = "synchronized"

    @property
    def name(self) -> str:
        return self.step_name

    @property
    def provides(self) -> set[str]:
        return {self.step_name, CANDIDATES}

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        if not self.tasks:
            warn(f"The step {self.name} names no tasks, and is left out")
            return ctx
        raw = service.measure_qubits(self.tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.metadata[self.step_name] = one_qubit_result(raw)
        return ctx


@dataclass
class OneQubitCheck(CalibrationStep):
    """Measures the basic numbers of each qubit."""

    mode: str = "synchronized"
    tasks: list[str] | None = None
    configure: bool = False

    default_name: ClassVar = CHECK
    gives: ClassVar = frozenset({CHECK, CANDIDATES})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        tasks = _configured(self.tasks or CHECK_1Q_TASKS, self.configure)
        raw = service.measure_qubits(tasks, targets.to_qids(service.chip_id), self.mode)
        ctx.one_qubit_check = one_qubit_result(raw)
        return ctx


@dataclass
class OneQubitFineTune(CalibrationStep):
    """Tunes the pulses of the candidates that are left, and benchmarks them."""

    mode: str = "synchronized"
    tasks: list[str] | None = None
    configure: bool = False

    default_name: ClassVar = FINE
    gives: ClassVar = frozenset({FINE, CANDIDATES})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        if not ctx.candidate_qids:
            warn("No candidate is left to tune")
            ctx.one_qubit_fine_tune = OneQubitResult()
            return ctx
        tasks = _configured(self.tasks or FULL_1Q_TASKS_AFTER_CHECK, self.configure)
        raw = service.measure_qubits(tasks, ctx.candidate_qids, self.mode)
        ctx.one_qubit_fine_tune = one_qubit_result(raw)
        return ctx


def _configured(tasks: Sequence[str], configure: bool) -> list[str]:
    return ["Configure", *tasks] if configure else list(tasks)
