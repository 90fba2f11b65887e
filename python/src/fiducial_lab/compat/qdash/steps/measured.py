"""What tasks gave, as the results of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ..groups import Raw
from ..models import ParameterModel
from ..results import CalibData, OneQubitResult, QubitCalibData
from ..task_lists import METRIC_ALIASES

D = TypeVar("D", bound=CalibData)


def one_qubit_result(raw: Raw) -> OneQubitResult:
    """Return the result of a step on qubits."""
    return OneQubitResult(data_of(raw, QubitCalibData))


def data_of(raw: Raw, kind: Callable[[str, dict[str, float], dict[str, Any]], D]) -> dict[str, D]:
    """Return what each target gave."""
    return {id: kind(str(found["status"]), _metrics(found.values()), found) for id, found in raw.items()}


def _metrics(tasks: Iterable[Any]) -> dict[str, float]:
    """Return the numbers of a target by output, and by the other names that filters use."""
    found: dict[str, float] = {}
    for outputs in tasks:
        if isinstance(outputs, Mapping):
            for name, held in outputs.items():  # pyright: ignore[reportUnknownVariableType]
                if isinstance(held, ParameterModel) and held.value is not None:
                    found[str(name)] = held.value  # pyright: ignore[reportUnknownArgumentType]
    return {**{alias: found[name] for alias, name in METRIC_ALIASES.items() if name in found}, **found}
