"""Sweeps: the points that a task goes through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .errors import DefinitionError
from .units import parse_unit


@dataclass(frozen=True)
class Span:
    """Evenly spaced points from `start` to `stop`, both included.

    >>> list(Span(0, 200, 3, "us"))
    [0.0, 100.0, 200.0]
    """

    start: float
    stop: float
    points: int
    unit: str = ""

    def __post_init__(self) -> None:
        if self.points < 1:
            raise DefinitionError(f"Span(points={self.points}): at least one point is needed")
        object.__setattr__(self, "unit", parse_unit(self.unit).name)

    def __iter__(self) -> Iterator[float]:
        return (self[index] for index in range(self.points))

    def __len__(self) -> int:
        return self.points

    def __getitem__(self, index: int) -> float:
        if not -self.points <= index < self.points:
            raise IndexError(f"point {index} of {self.points}")
        if self.points == 1:
            return float(self.start)
        return self.start + (self.stop - self.start) * (index % self.points) / (self.points - 1)

    def to_json(self) -> dict[str, Any]:
        """Return the form in which parameters of a run carry a span."""
        return {"start": self.start, "stop": self.stop, "points": self.points, "unit": self.unit}
