"""What a stage of a flow has measured, and filters on it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .chips import Target, Targets
from .errors import FilterError, did_you_mean
from .outputs import Out
from .tables import Table

T = TypeVar("T", bound=Target)

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "ne": operator.ne,
    "in": lambda value, choices: value in choices,
}


@dataclass
class Outcome(Generic[T]):
    """The outcome of a task on one target, after its last attempt."""

    target: T
    task: str
    status: str
    message: str = ""
    attempt: int = 0
    numbers: Mapping[str, float | None] = field(default_factory=dict[str, "float | None"])
    fit: Out | None = None
    data: Table | None = None
    figure: Any = None

    @property
    def is_completed(self) -> bool:
        """Whether the task succeeded."""
        return self.status == "completed"


class Selection(Targets[T]):
    """The targets on which a task completed, in order. `all` and `failed` have the outcomes of every target."""

    def __init__(self, outcomes: Iterable[Outcome[T]], names: Iterable[str] = (), is_plan: bool = False) -> None:
        self.all = tuple(outcomes)
        self._names = tuple(names)
        self._is_plan = is_plan
        self._outcomes = {outcome.target.id: outcome for outcome in self.all}
        super().__init__([outcome.target for outcome in self.all if outcome.is_completed])

    @property
    def failed(self) -> list[Outcome[T]]:
        """The outcomes of targets on which the task did not complete."""
        return [outcome for outcome in self.all if not outcome.is_completed]

    def outcome(self, target: T | str) -> Outcome[T]:
        """Return the outcome of the task on one target."""
        id = target if isinstance(target, str) else target.id
        if id not in self._outcomes:
            raise FilterError(f"the stage did not measure '{id}'")
        return self._outcomes[id]

    def values(self, name: str) -> dict[str, float | None]:
        """Return a number of the fit by target, in the unit that the fit declares; None if there is none."""
        self._require(name)
        return {target.id: self._outcomes[target.id].numbers.get(name) for target in self}

    def where(self, test: Callable[[T], bool] | None = None, **conditions: Any) -> Selection[T]:
        """Return the targets that meet every condition.

        `t1__gt=20` compares a number of the fit, in the unit that the fit declares; operators are gt, ge, lt, le, eq,
        ne and in. A metric that the task does not measure is compared by its current value, in the unit that it is
        kept in; `t1__state="fresh"` compares the state of a current value. A missing value meets no condition.
        """
        tests = [_condition(name, wanted) for name, wanted in conditions.items()]
        if self._is_plan:
            for name, _, _, aspect in tests:
                self._check_planned(name, aspect)
            return self
        kept = [
            outcome
            for outcome in self.all
            if outcome.is_completed
            and (test is None or test(outcome.target))
            and all(self._meets(outcome, *condition) for condition in tests)
        ]
        return Selection(kept, self._names)

    def _meets(
        self, outcome: Outcome[T], name: str, compare: Callable[[Any, Any], bool], wanted: Any, aspect: str
    ) -> bool:
        if aspect == "value" and name in self._names:
            value: Any = outcome.numbers.get(name)
        else:
            current = outcome.target.get(name)
            if current is None:
                self._require_metric(name)
            value = None if current is None else getattr(current, aspect)
        try:
            return value is not None and bool(compare(value, wanted))
        except TypeError:
            raise FilterError(f"where({name}...): {value!r} does not compare with {wanted!r}") from None

    def _check_planned(self, name: str, aspect: str) -> None:
        if aspect != "value" or name not in self._names:
            self._require_metric(name)

    def _require(self, name: str) -> None:
        if name not in self._names:
            known = ", ".join(self._names) or "nothing"
            raise FilterError(f"the task gives no '{name}'{did_you_mean(name, self._names)} (it gives {known})")

    def _require_metric(self, name: str) -> None:
        """Refuse a name that nothing has: neither the fit, nor the catalogue, nor any target."""
        from .metrics import find_metric

        if name in self._names or find_metric(name) or any(outcome.target.has(name) for outcome in self.all):
            return
        self._require(name)


def _condition(spelled: str, wanted: Any) -> tuple[str, Callable[[Any, Any], bool], Any, str]:
    parts = spelled.split("__")
    if len(parts) > 1 and parts[-1] in _OPERATORS:
        compare = _OPERATORS[parts.pop()]
    elif len(parts) == 1 or parts[-1] in ("state", "source"):
        compare = operator.eq
    else:
        raise FilterError(f"where({spelled}=...): '{parts[-1]}' is not an operator; known are {', '.join(_OPERATORS)}")
    aspect = parts.pop() if len(parts) > 1 and parts[-1] in ("state", "source") else "value"
    if len(parts) != 1 or not parts[0]:
        raise FilterError(f"where({spelled}=...): write it as name__operator, such as t1__gt=20")
    return parts[0], compare, wanted, aspect
