"""Live points: the sweep that goes on, small enough to ride on a heartbeat."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from .records import Key

MOST_POINTS = 64


class Trace:
    """The newest points of the attempts that go on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._points: dict[Key, list[list[float]]] = {}
        self._axes: dict[Key, dict[str, dict[str, str]]] = {}
        self._changed: Key | None = None

    def add(self, key: Key, columns: Sequence[str], units: Sequence[str], row: Sequence[Any]) -> None:
        """Take a point."""
        with self._lock:
            self._points.setdefault(key, []).append([float(f"{float(cell):.5g}") for cell in row[:2]])
            named = zip(("x", "y"), columns, units, strict=False)
            self._axes[key] = {place: {"name": name, "unit": unit} for place, name, unit in named}
            self._changed = key

    def end(self, key: Key) -> None:
        """Forget an attempt that has ended."""
        with self._lock:
            self._points.pop(key, None)
            self._axes.pop(key, None)
            if self._changed == key:
                self._changed = None

    def latest(self) -> dict[str, Any] | None:
        """Return the sweep that got the newest point, thinned to what a heartbeat takes; None where nothing is new."""
        with self._lock:
            key, self._changed = self._changed, None
            if key is None:
                return None
            points = self._points[key]
            step = -(-len(points) // MOST_POINTS)
            thinned = points[::step]
            # The newest point is always there.
            if thinned[-1] is not points[-1]:
                thinned = [*thinned[: MOST_POINTS - 1], points[-1]]
            return {
                "task": key.task,
                "qid": key.qid,
                "stage": key.stage,
                "attempt": key.attempt,
                **self._axes[key],
                "points": thinned,
            }
