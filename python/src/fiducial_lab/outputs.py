"""What a fit gives: typed numbers, each with its unit, checked against the catalogue of metrics."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar, cast

from .errors import DefinitionError, TaskFailedError
from .metrics import check_unit

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:
    _T = TypeVar("_T")

    def dataclass_transform(**_: object) -> Callable[[_T], _T]:
        """Stand in for the decorator of Python 3.11: it only tells type checkers what `Out` makes."""
        return lambda cls: cls


DESCRIPTION_LENGTH = 500
"""Longest description in characters that the service takes."""
_KEY = "fiducial_lab.out"


class Output(NamedTuple):
    """An output as it was declared."""

    name: str
    unit: str
    good: tuple[float, float] | None
    role: str | None
    metric: str
    description: str


class _Declared(NamedTuple):
    unit: str
    good: tuple[float, float] | None
    role: str | None
    metric: str | None
    description: str


def out(
    unit: str = "",
    *,
    good: tuple[float, float] | None = None,
    role: str | None = None,
    metric: str | None = None,
    description: str = "",
) -> Any:
    """Declare a field of an `Out` as a value of the chip.

    Args:
        unit: Its unit. A metric of the catalogue takes units of its own dimension alone.
        good: The lowest and the highest plausible value, in this unit. Outside it the attempt fails.
        role: `control` or `target`, where the task runs on a coupling and the value is of one of its qubits.
        metric: With a role: the metric of the qubit, where the field has another name.
        description: Shown with the value, at most 500 characters.
    """
    if role not in (None, "control", "target"):
        raise DefinitionError(f"out(role='{role}'): the roles are 'control' and 'target'")
    if good is not None and not good[0] < good[1]:
        raise DefinitionError(f"out(good={good}): the lowest good value comes first")
    if metric is not None and role is None:
        raise DefinitionError(f"out(metric='{metric}'): only a value with a role may have another name than its metric")
    if len(description) > DESCRIPTION_LENGTH:
        raise DefinitionError(f"out(description=...): it has at most {DESCRIPTION_LENGTH} characters")
    return dataclasses.field(metadata={_KEY: _Declared(unit, good, role, metric, description)})


@dataclass_transform(kw_only_default=True, field_specifiers=(out, dataclasses.field))
class Out:
    """Base of what a fit gives. Fields declared by `out()` become values of the chip; others stay with the fit.

    Every `Out` takes `r2` (the R² of the fit) and `errors` (standard errors by field, in the field's unit):

        return Coherence(t1=34.4, r2=0.99, errors={"t1": 0.8})
    """

    outputs: ClassVar[Mapping[str, Output]] = {}

    r2: float | None = None
    errors: Mapping[str, float] = dataclasses.field(default_factory=dict[str, float])

    def __init_subclass__(cls) -> None:
        dataclasses.dataclass(kw_only=True)(cls)
        declared: dict[str, Output] = {}
        for field in _fields(cls):
            given: _Declared | None = field.metadata.get(_KEY)
            if given is None:
                continue
            target = "qubit" if given.role else None
            metric = given.metric or field.name
            unit = check_unit(metric, given.unit, target)
            declared[field.name] = Output(field.name, unit, given.good, given.role, metric, given.description)
        if len({(output.role, output.metric) for output in declared.values()}) < len(declared):
            raise DefinitionError(f"{cls.__name__}: two outputs are the same metric of the same qubit")
        cls.outputs = declared

    @classmethod
    def gate_names(cls) -> dict[str, None]:
        """Return the names that a gate may use."""
        names = {field.name: None for field in _fields(cls) if field.name != "errors"}
        return {**names, **{f"{name}_error": None for name in cls.outputs}}

    def numbers(self) -> dict[str, float | None]:
        """Return what gates and filters see: every number of the fit by name."""
        found: dict[str, float | None] = {}
        for field in _fields(type(self)):
            number = getattr(self, field.name)
            if isinstance(number, bool) or field.name == "errors":
                continue
            try:
                found[field.name] = None if number is None else float(number)
            except (TypeError, ValueError):
                continue
        return {**found, **{f"{name}_error": self.errors.get(name) for name in self.outputs}}

    def check(self) -> None:
        """Raise TaskFailedError for a value that is not a finite number or is outside its `good` range."""
        for name in self.errors:
            if name not in self.outputs:
                raise TaskFailedError(f"errors: the fit has no output '{name}'")
        for name, output in self.outputs.items():
            number = getattr(self, name)
            try:
                value = float(number)
            except (TypeError, ValueError):
                raise TaskFailedError(f"{name} is {number!r}, not a number") from None
            if not math.isfinite(value):
                raise TaskFailedError(f"{name} is {value}, not a finite number")
            error = self.errors.get(name, 0.0)
            if not (math.isfinite(error) and error >= 0):
                raise TaskFailedError(f"the error of {name} is {error}; it must be finite and not negative")
            if output.good and not output.good[0] <= value <= output.good[1]:
                low, high = output.good
                raise TaskFailedError(
                    f"{name} = {value:g} {output.unit} is outside its good range {low:g} to {high:g}".replace("  ", " ")
                )
        if self.r2 is not None and not math.isfinite(self.r2):
            raise TaskFailedError(f"r2 is {self.r2}, not a finite number")


def _fields(cls: type[Out]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cast("Any", cls))


dataclasses.dataclass(kw_only=True)(Out)
