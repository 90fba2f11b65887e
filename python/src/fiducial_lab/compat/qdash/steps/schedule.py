"""Groups of couplings that are measured side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..boxes import coupling_rounds, occupied_by, pairs_of
from ..errors import refuse
from ..run import current_run
from ..service import CalibService
from ..targets import Target, chip_of
from .base import CANDIDATES, COUPLINGS, StepContext, TransformStep, warn

Groups = list[list[tuple[str, str]]]
SCHEDULE = "cr_schedule"


@dataclass
class SetCRSchedule(TransformStep):
    """Takes groups of pairs (control, target) from the flow."""

    schedule: Groups = field(default_factory=list["list[tuple[str, str]]"])

    default_name: ClassVar = "set_cr_schedule"
    gives: ClassVar = frozenset({COUPLINGS, CANDIDATES})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        groups = [[(str(control), str(target)) for control, target in group] for group in self.schedule]
        if not groups:
            warn("The schedule is empty")
        ctx.metadata[SCHEDULE] = groups
        ctx.candidate_couplings = coupling_ids(groups)
        ctx.candidate_qids = sorted({qid for group in groups for pair in group for qid in pair})
        return ctx


@dataclass
class GenerateCRSchedule(TransformStep):
    """Groups the couplings among the candidates so that those of a group can be measured side by side.

    The control is the qubit that the chip names first; with `inverse` it is the other.
    """

    max_parallel_ops: int = 10
    inverse: bool = False

    default_name: ClassVar = "generate_cr_schedule"
    needs: ClassVar = frozenset({CANDIDATES})
    gives: ClassVar = frozenset({COUPLINGS})

    def execute(self, service: CalibService, targets: Target, ctx: StepContext) -> StepContext:
        groups = cr_groups(ctx.candidate_qids, self.max_parallel_ops, inverse=self.inverse)
        if not groups:
            warn("No two candidates are coupled")
        ctx.metadata[SCHEDULE] = groups
        ctx.candidate_couplings = coupling_ids(groups)
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
        if wiring_config_path is not None:
            raise refuse("CRScheduler(wiring_config_path=...)", "the box map is the one of the lab's folder")
        self._chip_id = chip_id

    def generate(
        self, candidate_qubits: Sequence[str] | None = None, max_parallel_ops: int | None = 10, inverse: bool = False
    ) -> CRScheduleResult:
        """Return the groups of the couplings among qubits, or of the whole chip."""
        chip = chip_of(self._chip_id)
        qids = [qubit.id for qubit in chip.qubits] if candidate_qubits is None else list(candidate_qubits)
        groups = cr_groups(qids, max_parallel_ops, inverse=inverse)
        pairs = len(coupling_ids(groups))
        counted = {"total_pairs": len(chip.couplings), "scheduled_pairs": pairs, "num_groups": len(groups)}
        return CRScheduleResult(groups, {**counted, "max_parallel_ops": max_parallel_ops}, {"all_pairs": pairs})


def cr_groups(qids: Sequence[str], most: int | None, *, inverse: bool = False) -> Groups:
    """Return groups of pairs (control, target) among qubits; those of a group share no qubit, mux or module."""
    run = current_run("a schedule of couplings")
    couplings = pairs_of(run.chip, qids, inverse=inverse)
    groups = coupling_rounds(couplings, occupied_by(run.boxes), most)
    return [[(coupling.control.id, coupling.target.id) for coupling in group] for group in groups]


def coupling_ids(groups: Groups) -> list[str]:
    """Return the ids of the couplings of groups."""
    return [f"{control}-{target}" for group in groups for control, target in group]
