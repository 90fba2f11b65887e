"""The catalogue of metrics, and the check of an output's unit against it."""

from __future__ import annotations

from ._metrics import CATALOGUE, Metric
from .errors import UnitError
from .units import parse_unit, same_dimension

_BY_KEY = {(metric.target, metric.key): metric for metric in CATALOGUE}


def find_metric(key: str, target: str | None = None) -> Metric | None:
    """Return the metric of a key on `qubit` or `coupling`, or on either; None for one that the catalogue lacks."""
    base = key.removesuffix("@inverse")
    for kind in (target,) if target else ("qubit", "coupling"):
        if (kind, base) in _BY_KEY:
            return _BY_KEY[kind, base]
    return None


def check_unit(key: str, unit: str, target: str | None = None) -> str:
    """Return the one spelling of a unit that a metric takes.

    Raises:
        UnitError: the unit is unknown, or the metric has another dimension.
    """
    try:
        name = parse_unit(unit).name
    except UnitError as error:
        raise UnitError(f"{key}: {error}") from None
    metric = find_metric(key, target)
    if metric and not same_dimension(name, metric.unit):
        expected = f"a unit like '{metric.unit}'" if metric.unit else "a plain number or '%'"
        raise UnitError(f"{key}: the unit '{unit}' does not convert; {metric.title} has {expected}")
    return name
