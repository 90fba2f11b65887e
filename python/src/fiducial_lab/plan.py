"""A dry run: the stages of a flow, without bench and without network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .acquire import missing_needs
from .chips import Chip, Target
from .flows import Flow, Group
from .forms import to_json
from .jsons import fields
from .parallel import Parallel
from .selections import Outcome, Selection
from .stages import batch_rounds, check_targets, output_names
from .tasks import Task

T = TypeVar("T", bound=Target)


@dataclass
class PlannedStage:
    """One stage: a task, its rounds of batches of targets, its parameters, and the needs that are not met."""

    stage: int
    task: str
    rounds: list[list[list[str]]]
    parameters: dict[str, Any]
    lacking: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])

    @property
    def missing(self) -> list[str]:
        """What the task needs, and the targets that do not have it."""
        return [
            f"{self.task} needs '{metric}', which has no current value on {', '.join(ids)}"
            for metric, ids in self.lacking.items()
        ]

    @property
    def targets(self) -> list[str]:
        """The ids of its targets, in the order in which they are measured."""
        return [id for members in self.rounds for batch in members for id in batch]


@dataclass
class Plan:
    """The stages of a run in which every target passes every filter."""

    flow: str
    chip: str
    stages: list[PlannedStage] = field(default_factory=list[PlannedStage])
    notes: list[str] = field(default_factory=list[str])
    """What a run lacks besides values."""
    warnings: list[str] = field(default_factory=list[str])
    """What else to know before a run."""

    @property
    def missing(self) -> list[str]:
        """What tasks need and targets do not have."""
        return [*self.notes, *(line for stage in self.stages for line in stage.missing)]

    @property
    def tasks(self) -> int:
        """How many tasks the run has at most, without retries."""
        return sum(len(stage.targets) for stage in self.stages)

    def __str__(self) -> str:
        lines = [f"{self.flow} on {self.chip}: {len(self.stages)} stages, {self.tasks} tasks at most"]
        for stage in self.stages:
            given = ", ".join(f"{name}={_brief(value)}" for name, value in stage.parameters.items())
            count, rounds = len(stage.targets), len(stage.rounds)
            lines.append(
                f"{stage.stage:>3}  {stage.task}: {count} target{'s' * (count != 1)} in "
                f"{rounds} round{'s' * (rounds != 1)}" + (f" ({given})" if given else "")
            )
            for members in stage.rounds[:8]:
                lines.append("       " + " | ".join(" ".join(id or "the chip" for id in batch) for batch in members))
            if rounds > 8:
                lines.append(f"       ... {rounds - 8} more rounds")
            lines += [f"       missing: {line}" for line in stage.missing]
        lines += [f"missing: {line}" for line in self.notes]
        lines += [f"warning: {line}" for line in self.warnings]
        return "\n".join(lines)


class PlanSession:
    """Collects the stages of a flow. What a task would measure counts as known afterwards."""

    def __init__(self, flow: str, chip: Chip) -> None:
        self.chip = chip
        self.groups: list[Group] = []
        self.plan = Plan(flow, chip.id)
        self._measured: set[tuple[str, str, str]] = set()

    def stage(
        self, task: Task[T], targets: Sequence[T], parallel: Parallel, parameters: Mapping[str, Any]
    ) -> Selection[T]:
        """Note the stage, and let every target pass."""
        check_targets(task, targets, self.chip)
        checked = task.form.check(parameters)
        rounds = batch_rounds(task, targets, parallel)
        lacking: dict[str, list[str]] = {}
        for target in targets:
            for metric in self._lacking(task, target):
                lacking.setdefault(metric, []).append(target.id)
        self.plan.stages.append(
            PlannedStage(
                len(self.plan.stages),
                task.name,
                [[[target.id for target in batch] for batch in members] for members in rounds],
                {name: to_json(value) for name, value in checked.items()},
                lacking,
            )
        )
        for output in task.outputs.values():
            for target in targets:
                holder = target.qubits[output.role == "target"] if output.role else target
                self._measured.add((holder.kind, holder.id, output.metric))
        outcomes = [Outcome(target, task.name, "completed") for target in targets]
        return Selection(outcomes, output_names(task), is_plan=True)

    def log(self, level: str, text: str) -> None:
        """Keep no line: a plan is printed as a whole."""

    def _lacking(self, task: Task[Any], target: Target) -> list[str]:
        holders = [target, *target.qubits]
        return [
            metric
            for metric in missing_needs(task, target)
            if not any((holder.kind, holder.id, metric) in self._measured for holder in holders)
        ]


def plan_flow(flow: Flow, chip: Chip, parameters: Mapping[str, Any]) -> Plan:
    """Return the plan of a flow."""
    session = PlanSession(flow.name, chip)
    flow.execute(session, parameters)
    return session.plan


def _brief(value: Any) -> str:
    span = fields(value)
    if span:
        return f"{span['start']:g}..{span['stop']:g} {span['unit']} in {span['points']}".replace("  ", " ")
    return str(value)
