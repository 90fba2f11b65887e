"""Figures: SVG without any library, and what matplotlib and plotly make."""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple, Union

from .errors import DefinitionError

Figure = Any
"""What a plot returns: SVG as text or bytes, PNG bytes, or a figure of matplotlib or plotly."""


class FigureFile(NamedTuple):
    """A figure as a file."""

    suffix: str
    content_type: str
    body: bytes


def figure_file(figure: Figure) -> FigureFile:
    """Return a figure as the file that the service keeps."""
    if isinstance(figure, str):
        figure = figure.encode()
    if isinstance(figure, bytes):
        if figure.startswith(b"\x89PNG"):
            return FigureFile("png", "image/png", figure)
        if b"<svg" in figure[:1000]:
            return FigureFile("svg", "image/svg+xml", figure)
        raise DefinitionError("a plot's text or bytes must be SVG or PNG")
    if hasattr(figure, "savefig"):
        buffer = io.BytesIO()
        figure.savefig(buffer, format="svg")
        _close(figure)
        return FigureFile("svg", "image/svg+xml", buffer.getvalue())
    if hasattr(figure, "to_json"):
        return FigureFile("json", "application/json", str(figure.to_json()).encode())
    raise DefinitionError(f"a plot returns SVG, PNG, or a figure of matplotlib or plotly, not {type(figure).__name__}")


def _close(figure: Any) -> None:
    """Free a figure of pyplot, which would keep every one."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close(figure)


Curve = Union["tuple[Sequence[float], Sequence[float]]", None]
_WIDTH, _HEIGHT, _MARGIN = 480.0, 300.0, 46.0


def svg_plot(x: Iterable[float], y: Iterable[float], *, curve: Curve = None, title: str = "", xlabel: str = "") -> str:
    """Draw points, and a fitted curve if there is one, as SVG: for benches without a plotting library."""
    points = [(float(a), float(b)) for a, b in zip(x, y, strict=True) if math.isfinite(a) and math.isfinite(b)]
    line = [] if curve is None else list(zip(curve[0], curve[1], strict=True))
    line = [(float(a), float(b)) for a, b in line if math.isfinite(a) and math.isfinite(b)]
    left, right = _range([a for a, _ in points + line])
    low, high = _range([b for _, b in points + line])

    def place(a: float, b: float) -> tuple[float, float]:
        across = _MARGIN + (_WIDTH - 2 * _MARGIN) * (a - left) / (right - left)
        return across, _HEIGHT - _MARGIN - (_HEIGHT - 2 * _MARGIN) * (b - low) / (high - low)

    def text(a: float, b: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{a:.0f}" y="{b:.0f}" text-anchor="{anchor}" font-size="12">{escape(words)}</text>'

    dots = "".join('<circle r="3" fill="#1f77b4" cx="{:.1f}" cy="{:.1f}"/>'.format(*place(a, b)) for a, b in points)
    path = " ".join("{:.1f},{:.1f}".format(*place(a, b)) for a, b in line)
    axes = " ".join("{:.1f},{:.1f}".format(*place(*corner)) for corner in ((left, high), (left, low), (right, low)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" font-family="sans-serif">'
        + text(_WIDTH / 2, 22, title)
        + f'<polyline points="{axes}" fill="none" stroke="#555"/>'
        + (f'<polyline points="{path}" fill="none" stroke="#d62728"/>' if line else "")
        + dots
        + text(_WIDTH / 2, _HEIGHT - 8, xlabel)
        + text(_MARGIN, _HEIGHT - _MARGIN + 16, f"{left:.4g}")
        + text(_WIDTH - _MARGIN, _HEIGHT - _MARGIN + 16, f"{right:.4g}")
        + text(_MARGIN - 6, _HEIGHT - _MARGIN + 4, f"{low:.3g}", "end")
        + text(_MARGIN - 6, _MARGIN + 4, f"{high:.3g}", "end")
        + "</svg>"
    )


def _range(numbers: Sequence[float]) -> tuple[float, float]:
    if not numbers:
        return 0.0, 1.0
    low, high = min(numbers), max(numbers)
    return (low, high) if high > low else (low - 0.5, high + 0.5)
