"""The attempts of a stage on one target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from .acquire import Analysed
from .chips import Target
from .records import Result, numbers_of
from .selections import Outcome
from .tables import Table
from .tasks import Task
from .values import Value

T = TypeVar("T", bound=Target)


class TargetRun(Generic[T]):
    """The attempts of a stage on one target."""

    def __init__(self, target: T) -> None:
        self.target = target
        self.attempt = 0
        self.is_final = False
        self._last: Outcome[T] | None = None

    def is_pending(self, retries: int) -> bool:
        """Whether another attempt is due."""
        return not self.is_final and self.attempt <= retries

    def take_stored(self, stored: Mapping[str, Any], task: Task[T]) -> None:
        """Take an attempt that ended before this process began."""
        status = stored["status"]
        numbers = numbers_of(stored, task.output) if status == "completed" else {}
        self._take(status, str(stored.get("message") or ""), Outcome(self.target, task.name, status))
        assert self._last is not None
        self._last.numbers = numbers
        if status == "completed":
            self._remember(stored.get("output_parameters") or {}, stored.get("end_at"))

    def finish(
        self,
        result: Result,
        numbers: Mapping[str, float | None],
        table: Table | None,
        analysed: Analysed | None,
    ) -> None:
        """Take an attempt that has just ended."""
        outcome = Outcome(self.target, result.task, result.status, numbers=numbers, data=table)
        if analysed is not None:
            outcome.fit = analysed.fit
            outcome.figure = analysed.figure and analysed.figure.body
        self._take(result.status, result.message, outcome)
        if result.status == "completed":
            self._remember(result.output_parameters, result.end_at)

    def outcome(self, task: Task[T]) -> Outcome[T]:
        """Return the outcome for the target."""
        return self._last or Outcome(self.target, task.name, "skipped")

    def _take(self, status: str, message: str, outcome: Outcome[T]) -> None:
        outcome.message, outcome.attempt = message, self.attempt
        self._last = outcome
        self.attempt += 1
        self.is_final = status in ("completed", "skipped")

    def _remember(self, outputs: Mapping[str, Mapping[str, Any]], measured_at: str | None) -> None:
        """Let what follows in this run read what was measured."""
        for name, output in outputs.items():
            holder: Target = self.target
            role = output.get("qid_role")
            if role and holder.kind == "coupling":
                holder = holder.qubits[0 if role == "control" else 1]
            value = Value(output["value"], output.get("error"), output.get("unit") or "", measured_at, "measured")
            holder.remember(output.get("parameter_name") or name, value)
