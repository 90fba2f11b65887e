"""Raw data of tasks of QDash as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...tables import column_of


def raw_columns(raw: Sequence[Any]) -> dict[str, Any]:
    """Return raw data as columns: an array of one dimension is one, the rows of others are one each."""
    columns: dict[str, Any] = {}
    for number, data in enumerate(raw):
        listed = data.tolist() if hasattr(data, "tolist") else data
        if isinstance(listed, Mapping):
            for name, column in cast("Mapping[str, Any]", listed).items():
                columns[f"raw_{number}_{name}"] = column_of(column, str(name))
            continue
        cells = list(cast("Sequence[Any]", listed)) if isinstance(listed, (list, tuple)) else [listed]
        if cells and all(isinstance(row, (list, tuple)) for row in cells):
            for index, row in enumerate(cells):
                columns[f"raw_{number}_{index}"] = column_of(row, f"raw data {number}")
        else:
            columns[f"raw_{number}"] = column_of(cells, f"raw data {number}")
    return columns
