"""Steps that narrow the candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from ....errors import FilterError, did_you_mean
from ..results import FilterResult
from ..run import current_run
from ..service import CalibService
from ..targets import Target
from .base import CANDIDATES, CHECK, FINE, StepContext, TransformStep, is_plan, warn


@dataclass
class FilterByMetric(TransformStep):
    """Keeps the candidates whose number of the latest check or tuning reaches a threshold.

    The number is in the unit that its task declares. A metric that no task of the step gives is an error.
    """

    metric: str = "x90_fidelity"
    threshold: float = 0.9

    needs: ClassVar = frozenset({CHECK, FINE})
    gives: ClassVar = frozenset({CANDIDATES})

    @property
    def name(self) -> str:
        return f"filter_by_{self.metric}"

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        result = ctx.get_latest_one_qubit_result()
        if result is None:
            warn(f"{self.name} finds no result, and keeps every candidate")
            return ctx
        known = {name for data in result.qubits.values() for name in data.metrics}
        succeeded = result.successful_qids()
        if known and succeeded and self.metric not in known:
            raise FilterError(
                f"FilterByMetric: no task of the step gives '{self.metric}'{did_you_mean(self.metric, known)} "
                f"(they give {', '.join(sorted(known))})"
            )
        kept = result.successful_qids() if is_plan() else result.filter_by_metric(self.metric, self.threshold)
        return _narrowed(ctx, kept, f"{self.metric} >= {self.threshold}")


@dataclass
class FilterByStatus(TransformStep):
    """Keeps the candidates on which every task of the latest check or tuning completed."""

    default_name: ClassVar = "filter_by_status"
    needs: ClassVar = frozenset({CHECK, FINE})
    gives: ClassVar = frozenset({CANDIDATES})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        result = ctx.get_latest_one_qubit_result()
        if result is None:
            warn(f"{self.name} finds no result, and keeps every candidate")
            return ctx
        return _narrowed(ctx, result.successful_qids(), "status == success")


def _narrowed(ctx: StepContext, kept: Iterable[str], criteria: str) -> StepContext:
    allowed = set(kept)
    before = list(ctx.candidate_qids)
    ctx.candidate_qids = [qid for qid in before if qid in allowed]
    ctx.filters.append(FilterResult(before, list(ctx.candidate_qids), criteria))
    current_run("a filter").session.log(
        "info", f"{criteria}: {len(ctx.candidate_qids)} of {len(before)} qubits are left"
    )
    return ctx
