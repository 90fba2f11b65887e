"""Parameters and results of QDash's tasks, as its flows and tasks see them."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar, cast

from ...errors import MissingFeatureError, ParameterError

M = TypeVar("M", bound="Model")

RANGES = ("np.linspace", "np.logspace", "np.arange", "range")
"""Types of run parameters whose value is three numbers."""
VALUE_TYPES = ("int", "float", "str", "list", *RANGES)
"""Types of run parameters that a task declares."""


class TaskTypes:
    """The types of tasks."""

    QUBIT = "qubit"
    COUPLING = "coupling"
    GLOBAL = "global"
    SYSTEM = "system"
    MUX = "mux"


class Model:
    """What QDash's models share."""

    def model_dump(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dataclasses.asdict(cast("Any", self))

    def model_copy(self: M, *, update: dict[str, Any] | None = None) -> M:
        """Return a copy with other values for some fields."""
        return cast("M", dataclasses.replace(cast("Any", self), **(update or {})))


@dataclass
class ParameterModel(Model):
    """A value of a qubit or a coupling. `value` is None until it is known.

    `qid_role` is `control`, `target`, `coupling` or empty; `parameter_name` is the metric where the key is another.
    """

    parameter_name: str = ""
    qid_role: str = ""
    value: float | int | None = None
    value_type: str = "float"
    error: float = 0
    unit: str = ""
    description: str = ""
    calibrated_at: datetime | None = None
    execution_id: str = ""
    task_id: str = ""


@dataclass
class RunParameterModel(Model):
    """A setting of a measurement."""

    unit: str = ""
    value_type: str = "float"
    value: Any = None
    description: str = ""

    def get_value(self) -> Any:
        """Return the value as its type has it: a number, a text, a list, or the points of a range."""
        return typed_value(self.value, self.value_type)


@dataclass
class PreProcessResult(Model):
    """What `preprocess` returns."""

    input_parameters: dict[str, Any] = field(default_factory=dict[str, Any])
    run_parameters: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass
class RunResult(Model):
    """What `run` returns. `r2` is by the id of the qubit or coupling."""

    raw_result: Any
    r2: dict[str, float | None] | None = None

    def has_r2(self) -> bool:
        """Whether the fit has an R²."""
        return self.r2 is not None


@dataclass
class PostProcessResult(Model):
    """What `postprocess` returns. With a `validation_error` the attempt fails, and its figures are kept."""

    output_parameters: dict[str, ParameterModel]
    figures: list[Any] = field(default_factory=list[Any])
    raw_data: list[Any] = field(default_factory=list[Any])
    validation_error: str | None = None


def stored_value(value: Any, value_type: str) -> Any:
    """Return a value in the form in which a run parameter holds it. Raises ParameterError."""
    if value is None:
        return None
    try:
        if value_type in RANGES:
            parts = tuple(value)
            if len(parts) != 3:
                raise ValueError(f"{value_type} takes three numbers")
            return parts
        if value_type == "int":
            return math.prod(int(part) for part in value.split("*")) if isinstance(value, str) else _whole(value)
        if value_type == "float":
            return float(value)
        if value_type == "str":
            return str(value)
        if value_type == "list":
            return list(value)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{value!r} is not of the type '{value_type}': {error}") from None
    return value


def typed_value(value: Any, value_type: str) -> Any:
    """Return a value as its type has it. Raises ParameterError where there is none."""
    if value is None:
        raise ParameterError(f"a parameter of the type '{value_type}' has no value")
    held = stored_value(value, value_type)
    if value_type == "range":
        return range(*(int(part) for part in held))
    if value_type in RANGES:
        start, stop, third = (float(part) for part in held)
        maker = getattr(_numpy(), value_type.removeprefix("np."))
        return maker(start, stop, third if value_type == "np.arange" else int(third))
    return held


def _whole(value: Any) -> int:
    if isinstance(value, bool) or int(value) != value:
        raise ValueError("it is not a whole number")
    return int(value)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise MissingFeatureError("ranges of QDash's run parameters need numpy, which is not installed here") from None
    return numpy
