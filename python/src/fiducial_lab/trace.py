"""Live points: the sweep that goes on, small enough to ride on a heartbeat."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Sequence
from typing import Any

from .records import Key, Shot

MOST_POINTS = 64
MOST_BYTES = 2048
"""Most bytes of JSON that the service takes."""


class Trace:
    """The newest points of the attempts that go on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shots: dict[Key, Shot] = {}
        self._points: dict[Key, list[list[float]]] = {}
        self._axes: dict[Key, dict[str, dict[str, str]]] = {}
        self._changed: Key | None = None

    def begin(self, shot: Shot) -> None:
        """Take the start of an attempt."""
        with self._lock:
            self._shots.update({result.key: shot for result in shot})

    def add(self, key: Key, columns: Sequence[str], units: Sequence[str], row: Sequence[Any]) -> None:
        """Take a point. One that has no place in a picture, such as a text or NaN, is left out."""
        try:
            point = [float(f"{float(cell):.5g}") for cell in row[:2]]
        except (TypeError, ValueError):
            return
        if len(point) < 2 or not all(map(math.isfinite, point)):
            return
        with self._lock:
            self._points.setdefault(key, []).append(point)
            named = zip(("x", "y"), columns, units, strict=False)
            self._axes[key] = {place: {"name": name, "unit": unit} for place, name, unit in named}
            self._changed = key

    def end(self, key: Key) -> None:
        """Forget an attempt that has ended."""
        with self._lock:
            self._shots.pop(key, None)
            self._points.pop(key, None)
            self._axes.pop(key, None)
            if self._changed == key:
                self._changed = None

    def latest(self) -> dict[str, Any] | None:
        """Return the sweep that got the newest point, thinned for a heartbeat; None if no point is new."""
        with self._lock:
            key, self._changed = self._changed, None
            if key is None:
                return None
            shot = self._shots[key]
            measured = {result.qid: self._points.get(result.key, []) for result in shot}
            place = {name: part for name, part in shot[0].place().items() if name != "task_type"}
            most = MOST_POINTS
            while True:
                lines = {qid: _thinned(points, most) for qid, points in measured.items()}
                drawn = {"points": lines[key.qid]} if shot[0].mux_id is None else {"qubits": lines}
                trace = {**place, **self._axes[key], **drawn}
                if most == 1 or len(json.dumps(trace)) <= MOST_BYTES:
                    return trace
                most //= 2


def _thinned(points: Sequence[list[float]], most: int) -> Sequence[list[float]]:
    """Return at most so many of the points, the newest among them."""
    thinned = points[:: max(1, -(-len(points) // most))]
    return thinned if not points or thinned[-1] is points[-1] else [*thinned[: most - 1], points[-1]]
