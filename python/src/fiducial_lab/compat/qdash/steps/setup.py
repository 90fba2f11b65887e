"""Steps that set up the instruments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..results import SkewCheckResult
from ..service import CalibService
from ..targets import Target
from .base import CalibrationStep, StepContext


@dataclass
class ConfigureAll(CalibrationStep):
    """Runs the task ConfigureAll once, for the muxes of the targets or those that are named."""

    mux_ids: list[int] | None = None

    default_name: ClassVar = "configure_all"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
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

    default_name: ClassVar = "skew_check"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        chosen = {} if self.muxes is None else {"muxes": {"value": self.muxes, "value_type": "list"}}
        details = {"CheckSkew": {"run_parameters": chosen}} if chosen else None
        ctx.skew_check = SkewCheckResult(raw=service.execute_task("CheckSkew", "", details))
        return ctx
