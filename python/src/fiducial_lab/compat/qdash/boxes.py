"""The box map of a chip, and which targets may be measured side by side by it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ...chips import Chip, Coupling, Qubit, Target
from ...errors import LabError, MissingFeatureError
from ...jsons import fields, rows
from ...parallel import rounds_of

Occupied = Callable[[Target], "set[Hashable]"]


class BoxMap:
    """The modules of the boxes that read and drive each mux.

    Args:
        modules: By mux: the modules with their use, such as `read_out Q73A`.
    """

    def __init__(self, modules: Mapping[int, frozenset[str]]) -> None:
        self._modules = dict(modules)

    def modules_of(self, mux: int) -> frozenset[str]:
        """Return what a mux uses. Raises LabError for a mux that the map does not name."""
        if mux not in self._modules:
            known = ", ".join(map(str, sorted(self._modules)))
            raise LabError(f"the box map does not name mux {mux} (it names {known or 'none'})")
        return self._modules[mux]

    @classmethod
    def load(cls, path: Path, chip_id: str) -> BoxMap:
        """Read the `wiring.yaml` of qubex: by chip a list of `mux`, `ctrl` and `read_out`."""
        whole = _yaml(path)
        if not isinstance(whole, Mapping):
            raise LabError(f"'{path}' has no chips: it is not a mapping from chips to lists of muxes")
        by_chip = fields(whole)
        if chip_id not in by_chip:
            raise LabError(f"'{path}' has no chip '{chip_id}' (it has: {', '.join(map(str, by_chip)) or 'none'})")
        listed: Any = by_chip[chip_id]
        if not isinstance(listed, list) or any(not fields(row) for row in rows(listed)):
            raise LabError(f"'{path}': the chip '{chip_id}' is not a list of entries with 'mux', 'ctrl' and 'read_out'")
        modules: dict[int, frozenset[str]] = {}
        for row in rows(listed):
            mux = _mux(row, path)
            if mux in modules:
                raise LabError(f"'{path}' names mux {mux} twice")
            modules[mux] = _modules(row, path)
        return cls(modules)


def occupied_by(boxes: BoxMap | None) -> Occupied:
    """Return what a target occupies while it is measured: its qubits, their muxes, and by the map their modules.

    A module that reads and one that drives are two things, also in one box.
    """

    def occupied(target: Target) -> set[Hashable]:
        taken: set[Hashable] = {("qubit", qubit.id) for qubit in target.qubits}
        for mux in target.muxes:
            taken.add(("mux", mux))
            taken.update(("module", module) for module in (boxes.modules_of(mux) if boxes else ()))
        return taken

    return occupied


def apart_from_neighbours(occupied: Occupied, chip: Chip) -> Occupied:
    """Return the same, and that two coupled qubits are never driven together."""
    edges: dict[str, list[str]] = {}
    for coupling in chip.couplings:
        for qubit in coupling.qubits:
            edges.setdefault(qubit.id, []).append(coupling.id)
    return lambda target: occupied(target) | {("edge", id) for q in target.qubits for id in edges.get(q.id, ())}


def qubit_rounds(qubits: Iterable[Qubit], occupied: Occupied) -> list[list[Qubit]]:
    """Return groups of qubits that are measured side by side: first the first qubit of each mux, then the second."""
    place: dict[int | str, int] = {}
    keyed: list[tuple[int, Qubit]] = []
    for qubit in qubits:
        line = qubit.id if qubit.mux is None else qubit.mux
        place[line] = place.get(line, -1) + 1
        keyed.append((place[line], qubit))
    ordered = [qubit for _, qubit in sorted(keyed, key=lambda pair: pair[0])]
    return rounds_of(ordered, occupied)


def coupling_rounds(couplings: Iterable[Coupling], occupied: Occupied, most: int | None = None) -> list[list[Coupling]]:
    """Return groups of couplings that share nothing: first those within a mux, then those between two.

    Args:
        couplings: In their direction.
        occupied: What each occupies.
        most: How many a group has at most.
    """
    if most is not None and (type(most) is not int or most < 1):
        raise LabError(f"max_parallel_ops is a number from 1, not {most!r}")
    listed = list(couplings)
    within = [coupling for coupling in listed if len(coupling.muxes) < 2]
    between = [coupling for coupling in listed if len(coupling.muxes) > 1]
    groups = [group for part in (within, between) for group in rounds_of(part, occupied)]
    step = most or max(1, len(listed))
    return [group[start : start + step] for group in groups for start in range(0, len(group), step)]


def pairs_of(chip: Chip, qids: Iterable[str], *, inverse: bool = False) -> list[Coupling]:
    """Return the couplings among qubits. The chip names the control first; `inverse` exchanges the two."""
    among = chip.couplings.within([chip.qubits[qid] for qid in qids])
    if not inverse:
        return list(among)
    return [chip.directed(coupling.target.id, coupling.control.id) for coupling in among]


def _mux(row: Mapping[str, Any], path: Path) -> int:
    mux = row.get("mux")
    if type(mux) is not int:
        raise LabError(f"'{path}': an entry has no number 'mux', but {mux!r}")
    return mux


def _modules(row: Mapping[str, Any], path: Path) -> frozenset[str]:
    given: Any = row.get("ctrl") or []
    ports: list[tuple[str, Any]] = [("ctrl", port) for port in (given if isinstance(given, list) else [given])]  # pyright: ignore[reportUnknownVariableType]
    if row.get("read_out"):
        ports.append(("read_out", row["read_out"]))
    for _, port in ports:
        if not isinstance(port, str):
            raise LabError(f"'{path}': mux {row['mux']} has a port {port!r}, which is not a text such as 'Q73A-8'")
    for use in ("ctrl", "read_out"):
        if use not in row:
            raise LabError(f"'{path}': mux {row['mux']} has no '{use}'; leave it empty if nothing is connected")
    return frozenset(f"{use} {_module(port)}" for use, port in ports)


def _module(port: str) -> str:
    """Return the module of a port: what comes before the colon, else before the first hyphen."""
    return port.split(":" if ":" in port else "-", 1)[0]


def _yaml(path: Path) -> Any:
    try:
        import yaml
    except ImportError:
        raise MissingFeatureError(
            f"'{path}' needs PyYAML, which is not installed here: python -m pip install pyyaml"
        ) from None
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise LabError(f"'{path}' cannot be read: {error}") from None


def oriented(chip: Chip, pair: Any) -> Coupling:
    """Return the coupling of a pair `(control, target)`, or of an id `control-target`."""
    if isinstance(pair, str):
        return chip.oriented(pair)
    ends = [str(end) for end in pair]
    if len(ends) != 2:
        raise LabError(f"{pair!r} does not name a control and a target")
    return chip.directed(*ends)
