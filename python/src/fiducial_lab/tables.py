"""Raw data: named columns with units, kept as CSV that any program opens."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, cast

from .errors import LabError, TaskFailedError
from .frames import library

_HEAD = re.compile(r"(?P<name>[^\[\]]+?)(?: \[(?P<unit>[^\[\]]*)\])?")
_REAL, _IMAG = ".real", ".imag"
_PLAIN = {float, int, complex}


class Table(Mapping[str, "list[Any]"]):
    """Columns of numbers by name, with their units. `axes` names those that were swept."""

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        units: Mapping[str, str] | None = None,
        axes: Iterable[str] = (),
    ) -> None:
        self._columns = {name: list(column) for name, column in columns.items()}
        self.units = {name: (units or {}).get(name, "") for name in self._columns}
        self.axes = tuple(axis for axis in axes if axis in self._columns)

    def __getitem__(self, name: str) -> list[Any]:
        if name not in self._columns:
            raise KeyError(f"no column '{name}'; there are {', '.join(self._columns)}")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def between(self, name: str, low: float = -math.inf, high: float = math.inf) -> Table:
        """Return the rows in which a column lies between two numbers, both included."""
        kept = [index for index, x in enumerate(self[name]) if low <= x <= high]
        columns = {key: [column[index] for index in kept if index < len(column)] for key, column in self.items()}
        return Table(columns, self.units, self.axes)

    def arrays(self) -> dict[str, Any]:
        """Return the columns as numpy arrays where numpy is installed, else as lists."""
        try:
            import numpy
        except ImportError:
            return dict(self._columns)
        return {name: cast(Any, numpy).asarray(column) for name, column in self._columns.items()}

    def to_csv(self) -> bytes:
        """Return CSV: `name [unit]` heads a column; a complex one is two, `name.real` and `name.imag`."""
        heads: list[str] = []
        columns: list[list[Any]] = []
        for name, column in self._columns.items():
            unit = f" [{self.units[name]}]" if self.units[name] else ""
            if any(issubclass(kind, complex) for kind in set(map(type, column))):
                heads += [f"{name}{_REAL}{unit}", f"{name}{_IMAG}{unit}"]
                columns += [[complex(cell).real for cell in column], [complex(cell).imag for cell in column]]
            else:
                heads.append(f"{name}{unit}")
                columns.append(column)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(heads)
        writer.writerows(zip_longest(*(map(repr, column) for column in columns), fillvalue=""))
        return text.getvalue().encode()

    @classmethod
    def from_csv(cls, body: bytes, axes: Iterable[str] = ()) -> Table:
        """Read what `to_csv` wrote, or any CSV of numbers with one head line."""
        rows = list(csv.reader(io.StringIO(body.decode("utf-8-sig"))))
        if not rows:
            raise LabError("the raw data has no head line")
        columns: dict[str, list[Any]] = {}
        units: dict[str, str] = {}
        for index, head in enumerate(rows[0]):
            found = _HEAD.fullmatch(head)
            name = found["name"] if found else head
            units[name] = (found["unit"] or "") if found else ""
            cells = [row[index] for row in rows[1:] if index < len(row) and row[index] != ""]
            try:
                columns[name] = [float(cell) for cell in cells]
            except ValueError as error:
                raise LabError(f"the raw data is not a table of numbers: column '{name}': {error}") from None
        for name in [name.removesuffix(_REAL) for name in columns if name.endswith(_REAL)]:
            if name + _IMAG in columns:
                units[name] = units.pop(name + _REAL)
                units.pop(name + _IMAG)
                parts = zip(columns.pop(name + _REAL), columns.pop(name + _IMAG), strict=True)
                columns[name] = [complex(real, imag) for real, imag in parts]
        return cls(columns, units, axes)

    def to_xarray(self) -> Any:
        """Return an `xarray.Dataset`: swept columns are coordinates, each variable has its unit in `attrs`."""
        xarray = library("xarray")
        axis = self.axes[0] if self.axes else next(iter(self._columns))
        length = len(self[axis])
        data: dict[str, Any] = {}
        coordinates: dict[str, Any] = {}
        for name, column in self._columns.items():
            dimension = axis if len(column) == length else f"{name}_index"
            place = coordinates if name == axis or name in self.axes else data
            place[name] = (dimension, column, {"units": self.units[name]})
        return xarray.Dataset(data, coordinates)


def column_of(values: Any, where: str) -> list[Any]:
    """Return a column as plain numbers. Raises TaskFailedError if it is not one."""
    if hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, (list, tuple)):
        values = [values]
    cells = list(cast("Sequence[Any]", values))
    # Most columns are plain numbers already, and long.
    return cells if set(map(type, cells)) <= _PLAIN else [number_of(cell, where) for cell in cells]


def number_of(cell: Any, where: str) -> float | int | complex:
    """Return a plain number. Raises TaskFailedError if it is not one."""
    if hasattr(cell, "item"):
        cell = cell.item()
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, (int, float, complex)):
        return cell
    raise TaskFailedError(f"{where}: {cell!r} is not a number")
