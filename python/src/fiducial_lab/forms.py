"""Parameters of a task or a flow: read from its signature, offered as a form, checked before anything is driven."""

from __future__ import annotations

import collections.abc
import inspect
import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, cast

from .errors import DefinitionError, ParameterError, UnitError, did_you_mean
from .spans import Span
from .units import convert

_TYPES: dict[Any, str] = {int: "integer", float: "number", bool: "boolean", str: "string"}
_REQUIRED: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """A keyword parameter of a task or a flow."""

    name: str
    annotation: Any
    default: Any
    is_required: bool

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        described = _schema(self.annotation, self.name)
        if not self.is_required:
            described["default"] = to_json(self.default)
        return described

    def check(self, value: Any, where: str) -> Any:
        """Return the value as the function takes it. Raises ParameterError."""
        return _coerce(value, self.annotation, f"{where}: parameter '{self.name}'", self.default)


class Form:
    """The keyword parameters of a function."""

    def __init__(self, function: Callable[..., Any], where: str) -> None:
        self.where = where
        self.parameters: dict[str, Parameter] = {}
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                raise DefinitionError(f"{where}: name each parameter; '**{name}' would accept misspelt ones")
            if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
                continue
            annotation = annotation_of(function, name, where)
            if annotation is _REQUIRED:
                if parameter.default is _REQUIRED or parameter.default is None:
                    raise DefinitionError(f"{where}: parameter '{name}' needs a type, such as '{name}: int = 3'")
                annotation = cast("Any", type(parameter.default))
            is_required = parameter.default is _REQUIRED
            made = Parameter(name, annotation, None if is_required else parameter.default, is_required)
            made.schema()
            if not is_required:
                made.check(parameter.default, where)
            self.parameters[name] = made

    def schema(self) -> dict[str, Any]:
        """Return the form as JSON Schema."""
        required = [name for name, parameter in self.parameters.items() if parameter.is_required]
        return {
            "type": "object",
            "properties": {name: parameter.schema() for name, parameter in self.parameters.items()},
            "additionalProperties": False,
            **({"required": required} if required else {}),
        }

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every parameter with its value.

        Raises:
            ParameterError: one is unknown, missing or ill-typed. The error names it.
        """
        for name in given:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise ParameterError(
                    f"{self.where} has no parameter '{name}'{did_you_mean(name, self.parameters)} (it has: {known})"
                )
        checked: dict[str, Any] = {}
        for name, parameter in self.parameters.items():
            if name in given:
                checked[name] = parameter.check(given[name], self.where)
            elif parameter.is_required:
                raise ParameterError(f"{self.where} needs the parameter '{name}'")
            else:
                checked[name] = parameter.default
        return checked


def annotation_of(function: Callable[..., Any], name: str, where: str) -> Any:
    """Return the type of a parameter; `inspect.Parameter.empty` where it has none."""
    annotation = inspect.signature(function).parameters[name].annotation
    if not isinstance(annotation, str):
        return annotation
    scope: dict[str, Any] = getattr(inspect.unwrap(function), "__globals__", {})
    holder = types.SimpleNamespace(__annotations__={name: annotation})
    try:
        return typing.get_type_hints(holder, {**vars(typing), **scope})[name]
    except NameError as error:
        raise DefinitionError(f"{where}: the type '{annotation}' of '{name}' is not known here: {error}") from None


def to_json(value: Any) -> Any:
    """Return a parameter as JSON has it."""
    if isinstance(value, Span):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in typing.cast("list[Any]", value)]
    return value


def _schema(annotation: Any, name: str) -> dict[str, Any]:
    if annotation in _TYPES:
        return {"type": _TYPES[annotation]}
    if annotation is Span:
        number = {"type": "number"}
        return {
            "type": "object",
            "title": "Span",
            "properties": {
                "start": number,
                "stop": number,
                "points": {"type": "integer", "minimum": 1},
                "unit": {"type": "string"},
            },
            "additionalProperties": False,
        }
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (list, collections.abc.Sequence) and arguments:
        return {"type": "array", "items": _schema(arguments[0], name)}
    if origin in (Union, types.UnionType) and len(arguments) == 2 and type(None) in arguments:
        inner = next(part for part in arguments if part is not type(None))
        return {"anyOf": [_schema(inner, name), {"type": "null"}]}
    raise DefinitionError(
        f"parameter '{name}': a form takes int, float, bool, str, Span, Literal, list[...] and '... | None', "
        f"not {annotation!r}"
    )


def _coerce(value: Any, annotation: Any, where: str, default: Any) -> Any:
    wrong = f"{where} takes {_spelled(annotation)}, not {value!r}"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is Span:
        return _span(value, where, default, wrong)
    if origin is Literal:
        if any(value == choice and type(value) is type(choice) for choice in arguments):
            return value
        raise ParameterError(f"{where} is one of {', '.join(map(repr, arguments))}, not {value!r}")
    if origin in (Union, types.UnionType):
        inner = next(part for part in arguments if part is not type(None))
        return None if value is None else _coerce(value, inner, where, default)
    if origin in (list, collections.abc.Sequence):
        if isinstance(value, (list, tuple)):
            return [_coerce(item, arguments[0], where, None) for item in typing.cast("list[Any]", value)]
        raise ParameterError(wrong)
    if annotation is bool or isinstance(value, bool):
        if annotation is bool and isinstance(value, bool):
            return value
        raise ParameterError(wrong)
    if annotation is int and isinstance(value, (int, float)) and math.isfinite(value) and value == int(value):
        return int(value)
    if annotation is float and isinstance(value, (int, float)) and math.isfinite(value):
        return float(value)
    if annotation is str and isinstance(value, str):
        return value
    raise ParameterError(wrong)


def _span(value: Any, where: str, default: Any, wrong: str) -> Span:
    """Return a span, in the unit of the default, so that the task sees the unit it was written for."""
    if isinstance(value, Mapping):
        given = typing.cast("Mapping[str, Any]", value)
        unknown = set(given) - {"start", "stop", "points", "unit"}
        if unknown:
            raise ParameterError(f"{where}: a span has start, stop, points and unit, not '{sorted(unknown)[0]}'")
        known: dict[str, Any] = default.to_json() if isinstance(default, Span) else {}
        try:
            merged = {**known, **given}
            value = Span(float(merged["start"]), float(merged["stop"]), int(merged["points"]), merged.get("unit", ""))
        except (KeyError, TypeError, ValueError) as error:
            raise ParameterError(f"{where}: {error}") from None
    if not isinstance(value, Span):
        raise ParameterError(wrong)
    if not (math.isfinite(value.start) and math.isfinite(value.stop)):
        raise ParameterError(f"{where}: the ends of a span must be finite")
    if not isinstance(default, Span) or value.unit == default.unit:
        return value
    try:
        start, stop = (convert(end, value.unit, default.unit) for end in (value.start, value.stop))
    except UnitError as error:
        raise ParameterError(f"{where}: {error}") from None
    return Span(start, stop, value.points, default.unit)


def _spelled(annotation: Any) -> str:
    return getattr(annotation, "__name__", None) or str(annotation)
