"""Chips as flows and tasks see them: qubits, couplings, muxes, and their current values."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from .errors import LabError, MissingValueError, did_you_mean
from .jsons import rows
from .values import Value

INVERSE = "@inverse"
"""The end of a metric's key where the second qubit of the coupling's id is the control."""


class _Stack(threading.local):
    """The collections of reads that are open in a thread."""

    def __init__(self) -> None:
        self.stack: list[_Reads] = []


_read = _Stack()


class Target:
    """A qubit or a coupling. Reading a value during a task records it as an input of the task."""

    kind = "qubit"

    def __init__(self, id: str, values: dict[str, Value]) -> None:
        self.id = id
        self._values = values

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{self.id}')"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and (self.kind, self.id) == (other.kind, other.id)

    def __hash__(self) -> int:
        return hash((self.kind, self.id))

    @property
    def muxes(self) -> frozenset[int]:
        """The readout lines of its qubits."""
        raise NotImplementedError

    @property
    def qubits(self) -> tuple[Qubit, ...]:
        """The qubits that driving it touches."""
        raise NotImplementedError

    def has(self, metric: str) -> bool:
        """Whether a current value is known that is not faulty."""
        return metric in self._values and self._values[metric].state != "faulty"

    def get(self, metric: str) -> Value | None:
        """Return the current value with its error, unit, age and state; None if there is none."""
        value = self._values.get(metric) if self.has(metric) else None
        if value is not None:
            for reads in _read.stack:
                reads[self.kind, self.id, metric] = value
        return value

    def value(self, metric: str, unit: str | None = None) -> float:
        """Return the current value as a number, in `unit` or in its stored unit.

        Raises:
            MissingValueError: The value is missing. The error names the metric and the target.
        """
        found = self.get(metric)
        if found is None:
            hint = did_you_mean(metric, self._values)
            raise MissingValueError(f"{self.kind} {self.id} has no current value of '{metric}'{hint}")
        return (found if unit is None else found.to(unit)).value

    def remember(self, metric: str, value: Value) -> None:
        """Take a value that was measured: what follows in this run reads it."""
        self._values[metric] = value


class Qubit(Target):
    """A qubit of a chip; `id` is its name and `mux` its readout line."""

    kind = "qubit"

    def __init__(self, id: str, mux: int | None = None, values: dict[str, Value] | None = None) -> None:
        super().__init__(id, {} if values is None else values)
        self.mux = mux

    @property
    def muxes(self) -> frozenset[int]:
        """Its readout line."""
        return frozenset() if self.mux is None else frozenset({self.mux})

    @property
    def qubits(self) -> tuple[Qubit, ...]:
        """Itself."""
        return (self,)


class Coupling(Target):
    """A coupling of two qubits; the control comes first."""

    kind = "coupling"

    def __init__(self, id: str, control: Qubit, target: Qubit, values: dict[str, Value] | None = None) -> None:
        super().__init__(id, {} if values is None else values)
        self.control = control
        self.target = target

    def inverse_values(self) -> dict[str, Value]:
        """Return the values of the gates whose control is the second qubit, by metric."""
        marked = [(name, value) for name, value in self._values.items() if name.endswith(INVERSE)]
        return {name.removesuffix(INVERSE): value for name, value in marked}

    @property
    def muxes(self) -> frozenset[int]:
        """The readout lines of its two qubits."""
        return self.control.muxes | self.target.muxes

    @property
    def qubits(self) -> tuple[Qubit, ...]:
        """Control and target."""
        return (self.control, self.target)


class WholeChip(Target):
    """The chip as a whole: the target of a task that sets up the bench. It has no id and no values."""

    kind = "system"

    def __init__(self) -> None:
        super().__init__("", {})

    @property
    def muxes(self) -> frozenset[int]:
        """None: such a task reads no qubit."""
        return frozenset()

    @property
    def qubits(self) -> tuple[Qubit, ...]:
        """None: such a task drives no qubit."""
        return ()


T = TypeVar("T", bound=Target)


class Targets(Sequence[T], Generic[T]):
    """Qubits or couplings in order; also by id: `chip.qubits["3"]`."""

    def __init__(self, targets: Iterable[T], what: str = "target") -> None:
        self._targets = tuple(targets)
        self._what = what
        self._by_id = {target.id: target for target in self._targets}

    @overload
    def __getitem__(self, index: int | str) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Targets[T]: ...
    def __getitem__(self, index: int | str | slice) -> T | Targets[T]:
        if isinstance(index, str):
            if index not in self._by_id:
                raise LabError(f"the chip has no {self._what} '{index}'{did_you_mean(index, self._by_id)}")
            return self._by_id[index]
        return type(self)(self._targets[index], self._what) if isinstance(index, slice) else self._targets[index]

    def __len__(self) -> int:
        return len(self._targets)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({[target.id for target in self._targets]})"

    def only(self, *ids: str) -> Targets[T]:
        """Return the targets of these ids, in this order."""
        return type(self)([self[id] for id in ids], self._what)

    def where(self, test: Callable[[T], bool]) -> Targets[T]:
        """Return the targets for which `test` is true."""
        return type(self)(filter(test, self._targets), self._what)


class Couplings(Targets[Coupling]):
    """The couplings of a chip."""

    def within(self, qubits: Iterable[Target]) -> Couplings:
        """Return the couplings whose two qubits are both among these."""
        ids = {target.id for target in qubits}
        return Couplings([c for c in self if {c.control.id, c.target.id} <= ids], self._what)


class Chip:
    """A chip with its qubits, couplings and current values."""

    def __init__(self, id: str, qubits: Iterable[Qubit], couplings: Iterable[Coupling] = ()) -> None:
        self.id = id
        self.qubits: Targets[Qubit] = Targets(qubits, "qubit")
        self.couplings = Couplings(couplings, "coupling")
        self.whole = WholeChip()
        """The target of tasks that set up the bench."""
        self._exchanged: dict[str, Coupling] = {}

    def __repr__(self) -> str:
        return f"Chip('{self.id}', {len(self.qubits)} qubits, {len(self.couplings)} couplings)"

    def mux(self, mux: int) -> Targets[Qubit]:
        """Return the qubits of a readout line."""
        return self.qubits.where(lambda qubit: qubit.mux == mux)

    def find(self, kind: str, id: str) -> Target:
        """Return a target by kind and id."""
        if kind == "system":
            return self.whole
        if kind == "coupling" and id in self._exchanged:
            return self._exchanged[id]
        return self.qubits[id] if kind == "qubit" else self.couplings[id]

    def directed(self, control: str, target: str) -> Coupling:
        """Return the coupling of two qubits with this control: a target of its own if the chip lists the other."""
        id, listed = f"{control}-{target}", f"{target}-{control}"
        known = {coupling.id for coupling in self.couplings}
        if id in known or listed not in known:
            return self.couplings[id]
        if id not in self._exchanged:
            values = self.couplings[listed].inverse_values()
            self._exchanged[id] = Coupling(id, self.qubits[control], self.qubits[target], values)
        return self._exchanged[id]

    def oriented(self, id: str) -> Coupling:
        """Return the coupling that an id names, its control first; in either order of its qubits."""
        control, target = _ends(id, {qubit.id: qubit for qubit in self.qubits})
        return self.directed(control.id, target.id)

    @classmethod
    def lattice(cls, rows: int, columns: int, *, mux_size: int = 4, id: str = "lattice") -> Chip:
        """Return a square lattice without values: qubits row by row, `mux_size` of them a readout line."""
        qubits = [Qubit(str(n), n // mux_size) for n in range(rows * columns)]
        pairs = [(n, n + 1) for n in range(rows * columns) if (n + 1) % columns]
        pairs += [(n, n + columns) for n in range((rows - 1) * columns)]
        return cls(id, qubits, [Coupling(f"{a}-{b}", qubits[a], qubits[b]) for a, b in sorted(pairs)])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Chip:
        """Make a chip of the shape that `to_json` and `fiducial-lab chip` write."""
        values: dict[tuple[str, str], dict[str, Value]] = {}
        for row in rows(data.get("values")):
            if row.get("value") is None:
                continue
            values.setdefault((row["kind"], row["target_id"]), {})[row["metric"]] = Value(
                row["value"],
                row.get("error"),
                row.get("unit") or "",
                row.get("measured_at"),
                row.get("state"),
                row.get("source"),
                row.get("execution_id"),
            )
        qubits = {
            row["qid"]: Qubit(row["qid"], row.get("mux_id"), values.setdefault(("qubit", row["qid"]), {}))
            for row in data["qubits"]
        }
        couplings: list[Coupling] = []
        for row in rows(data.get("couplings")):
            id = row["coupling_id"]
            control, target = _ends(id, qubits)
            couplings.append(Coupling(id, control, target, values.setdefault(("coupling", id), {})))
        return cls(data["chip_id"], qubits.values(), couplings)

    @classmethod
    def load(cls, path: str | Path) -> Chip:
        """Read a chip from a file that `fiducial-lab chip` wrote."""
        return cls.from_json(json.loads(Path(path).read_text(encoding="utf-8")))

    def to_json(self) -> dict[str, Any]:
        """Return topology and values as JSON."""
        targets: list[Target] = [*self.qubits, *self.couplings]
        return {
            "chip_id": self.id,
            "qubits": [{"qid": qubit.id, "mux_id": qubit.mux} for qubit in self.qubits],
            "couplings": [{"coupling_id": coupling.id} for coupling in self.couplings],
            "values": [row for target in targets for row in _rows(target)],
        }


def record_reads() -> _Reads:
    """Return a context in which every value that this thread reads is collected."""
    return _Reads()


class _Reads(dict[tuple[str, str, str], Value]):
    def __enter__(self) -> _Reads:
        _read.stack.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _read.stack = [reads for reads in _read.stack if reads is not self]


def _ends(id: str, qubits: Mapping[str, Qubit]) -> tuple[Qubit, Qubit]:
    """Return control and target of a coupling's id; a qubit's own id may hold a hyphen."""
    places = [n for n, letter in enumerate(id) if letter == "-"]
    for place in places:
        if id[:place] in qubits and id[place + 1 :] in qubits:
            return qubits[id[:place]], qubits[id[place + 1 :]]
    raise LabError(f"the coupling '{id}' does not name two qubits of the chip")


def _rows(target: Target) -> Iterator[dict[str, Any]]:
    for metric, value in sorted(target._values.items()):  # pyright: ignore[reportPrivateUsage]
        yield {
            "kind": target.kind,
            "target_id": target.id,
            "metric": metric,
            "value": value.value,
            "error": value.error,
            "unit": value.unit,
            "measured_at": value.measured_at,
            "state": value.state,
            "source": value.source,
            "execution_id": value.execution_id,
        }
