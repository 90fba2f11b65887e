"""What every step of a QDash pipeline is, and what steps hand on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..results import FilterResult, OneQubitResult, SkewCheckResult, TwoQubitResult
from ..run import current_run
from ..service import CalibService
from ..targets import Target

CANDIDATES = "candidate_qids"
COUPLINGS = "candidate_couplings"
CHECK, FINE = "one_qubit_check", "one_qubit_fine_tune"


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
    """A step. A lab's own step has `name` and `execute`, which does its work and returns the context."""

    default_name: ClassVar[str] = ""
    needs: ClassVar[frozenset[str]] = frozenset()
    gives: ClassVar[frozenset[str] | None] = None
    """What it provides; its name if it says nothing."""

    @property
    def name(self) -> str:
        """Its name."""
        if not self.default_name:
            raise NotImplementedError(f"{type(self).__name__} has no name")
        return self.default_name

    @property
    def requires(self) -> set[str]:
        """What a step before it has to provide; one of several is enough."""
        return set(self.needs)

    @property
    def provides(self) -> set[str]:
        """What it provides."""
        return {self.name} if self.gives is None else set(self.gives)

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
        available = {CANDIDATES, COUPLINGS}
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


def is_plan() -> bool:
    """Whether the run is planned, and measures nothing."""
    return current_run("a filter").is_plan


def warn(text: str) -> None:
    """Write a warning into the log of the run."""
    current_run("a step").session.log("warning", text)
