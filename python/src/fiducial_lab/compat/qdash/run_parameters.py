"""Run parameters of tasks of QDash: as a form, and as a flow gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import ParameterError
from ...forms import Form, Parameter, to_json
from ...jsons import fields
from ...tasks import Task
from .errors import refuse
from .models import RANGES, VALUE_TYPES, RunParameterModel, stored_value

UNIT_LENGTH = 32
"""How long the unit of a run parameter is at most; the service takes no longer one."""


class RunForm(Form):
    """The run parameters of a task as a form."""

    def __init__(self, declared: Mapping[str, RunParameterModel], where: str) -> None:
        self.where = where
        self.parameters: dict[str, Parameter] = {name: _Setting.of(name, held) for name, held in declared.items()}


@dataclass(frozen=True)
class _Setting(Parameter):
    """A run parameter."""

    value_type: str = ""
    unit: str = ""
    description: str = ""

    @classmethod
    def of(cls, name: str, held: RunParameterModel) -> _Setting:
        default = stored_value(held.value, held.value_type)
        return cls(name, Any, default, False, held.value_type, held.unit[:UNIT_LENGTH], held.description)

    def schema(self) -> dict[str, Any]:
        number = {"type": "number"}
        kinds: dict[str, dict[str, Any]] = {
            "int": {"type": "integer"},
            "float": number,
            "str": {"type": "string"},
            "list": {"type": "array"},
        }
        kind = {"type": "array", "items": number, "minItems": 3, "maxItems": 3}
        described = kind if self.value_type in RANGES else kinds.get(self.value_type, {})
        if self.default is None and described:
            described = {"anyOf": [described, {"type": "null"}]}
        more = {"unit": self.unit, "description": self.description[:500]}
        default: Any = to_json(self.default)
        return {**described, "default": default, **{name: text for name, text in more.items() if text}}

    def check(self, value: Any, where: str) -> Any:
        try:
            return stored_value(value, self.value_type)
        except ParameterError as error:
            raise ParameterError(f"{where}: parameter '{self.name}': {error}") from None


def run_parameters_of(given: Mapping[str, Any], task: Task[Any]) -> dict[str, RunParameterModel]:
    """Read run parameters: `{"value": ..., "value_type": ...}` or the value alone."""
    found: dict[str, RunParameterModel] = {}
    for name, entry in given.items():
        held: Mapping[str, Any] = fields(entry) if isinstance(entry, Mapping) else {"value": entry}
        declared = task.form.parameters.get(name)
        own = getattr(declared, "value_type", None)
        if held.get("value_type") and held["value_type"] not in VALUE_TYPES:
            raise refuse(f"the value_type {held['value_type']!r} of '{name}'", f"known are {', '.join(VALUE_TYPES)}")
        kind = str(held.get("value_type") or own or type(held.get("value")).__name__)
        try:
            value = stored_value(held.get("value"), kind)
        except ParameterError as error:
            raise ParameterError(f"{task.name}: run parameter '{name}': {error}") from None
        found[name] = RunParameterModel(
            str(held.get("unit") or getattr(declared, "unit", "")),
            kind,
            value,
            str(held.get("description") or getattr(declared, "description", "")),
        )
    return found
