"""Inputs of tasks of QDash, from the values of the chip or from the flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...chips import Target
from ...errors import TaskFailedError, UnitError
from ...values import Value
from .models import ParameterModel
from .outputs import known_unit


def metric_of(name: str, held: ParameterModel | None) -> str:
    """Return the metric that an input is read from."""
    return (held.parameter_name if held else "") or name


def value_of(target: Target, metric: str, role: str) -> Value | None:
    """Return a value of a target, or of the qubit that a role names; a role falls back on the coupling itself."""
    if role in ("control", "target") and target.kind == "coupling":
        value = target.qubits[role == "target"].get(metric)
        if value is not None:
            return value
    return target.get(metric)


def with_value(held: ParameterModel | None, value: Value, where: str) -> ParameterModel:
    """Return an input with a value of the chip, in the unit that it declares."""
    held = held or ParameterModel()
    if held.unit and value.unit:
        try:
            value = value.to(known_unit(held.unit, where))
        except UnitError as error:
            raise TaskFailedError(f"{where}: {error}") from None
    return held.model_copy(update={"value": value.value, "error": value.error or 0, "unit": held.unit or value.unit})


def overridden(held: ParameterModel | None, given: Mapping[str, Any]) -> ParameterModel:
    """Return an input with what the flow gives in place of the chip's value."""
    known = {name: given[name] for name in ("value", "unit", "error", "description") if name in given}
    return (held or ParameterModel()).model_copy(update=known)
