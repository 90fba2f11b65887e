"""The targets of a stage: which are measured, and which at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from .chips import Chip, Target
from .flows import Group
from .parallel import Parallel, resources_of, rounds_of
from .tasks import Task

T = TypeVar("T", bound=Target)


def check_targets(task: Task[Any], targets: Sequence[Target], chip: Chip) -> None:
    """Refuse targets of another kind or chip, and a target that comes twice."""
    seen: set[str] = set()
    for target in targets:
        if target.kind != task.kind:
            raise TypeError(f"{task.name}.on() takes {task.kind}s, and '{target.id}' is a {target.kind}")
        if target.id in seen:
            raise ValueError(f"{task.name}.on(): '{target.id}' comes twice")
        seen.add(target.id)
        chip.find(target.kind, target.id)


def left_out(groups: Sequence[Group], target: Target) -> bool:
    """Whether a group has stopped measuring a target."""
    qubits = {qubit.id for qubit in target.qubits}
    return any(entered.leaves_out(target.kind, target.id, qubits) for entered in groups)


def batch_rounds(task: Task[T], targets: Sequence[T], parallel: Parallel) -> list[list[list[T]]]:
    """Return the rounds of a stage, each a list of batches that are measured at the same time."""
    occupied = resources_of(parallel, targets)
    batches = task.batches(targets)
    first = {batch[0].id: batch for batch in batches}
    rounds = rounds_of(
        [batch[0] for batch in batches],
        lambda target: {resource for member in first[target.id] for resource in occupied(member)},
    )
    return [[first[target.id] for target in members] for members in rounds]


def output_names(task: Task[Any]) -> tuple[str, ...]:
    """Return the numbers of a task that filters may use: those that a stored result has as well."""
    if task.output is None:
        return ()
    names = tuple(task.output.outputs)
    return (*names, *(f"{name}_error" for name in names), "r2")
