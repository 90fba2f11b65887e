"""Rows as records, pandas, polars or xarray. Each library is imported when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, overload

from .errors import LabError

Row = Mapping[str, Any]


class Records(Sequence["dict[str, Any]"]):
    """Rows, each a dict of the same keys. Times are ISO text here, and instants in UTC in a frame."""

    def __init__(self, rows: Iterable[Row], columns: Sequence[str], times: Sequence[str] = ()) -> None:
        self.columns = tuple(columns)
        self._times = frozenset(times)
        self._rows = [{name: row.get(name) for name in self.columns} for row in rows]

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} records: {', '.join(self.columns)}>"

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`."""
        pandas = library("pandas")
        frame = pandas.DataFrame({name: [row[name] for row in self._rows] for name in self.columns})
        for name in self._times:
            frame[name] = pandas.to_datetime(frame[name], utc=True, format="ISO8601")
        return frame

    def to_polars(self) -> Any:
        """Return a `polars.DataFrame`."""
        polars = library("polars")
        data = {name: [self._polars_cell(name, row[name]) for row in self._rows] for name in self.columns}
        types = {name: polars.Datetime("ms", "UTC") for name in self._times}
        return polars.DataFrame(data, schema_overrides=types, strict=False, infer_schema_length=None)

    def to_xarray(self, index: Sequence[str] = ()) -> Any:
        """Return an `xarray.Dataset`, by the columns of `index` or by row."""
        library("xarray")
        frame = self.to_pandas()
        return (frame.set_index(list(index)) if index else frame).to_xarray()

    def _polars_cell(self, name: str, cell: Any) -> Any:
        if name not in self._times or cell is None:
            return cell
        return datetime.fromisoformat(str(cell).replace("Z", "+00:00"))


def library(name: str) -> Any:
    """Import an optional library. Raises LabError with the command that installs it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise LabError(f"{name} is not installed: python -m pip install {name}") from None
