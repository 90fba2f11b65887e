"""The targets of a QDash flow."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...chips import Chip
from ...errors import LabError
from .boxes import oriented, pairs_of
from .run import current_run


class Target:
    """What a pipeline calibrates."""

    def to_qids(self, chip_id: str) -> list[str]:
        """Return the ids of the qubits."""
        raise NotImplementedError(f"{type(self).__name__} has no to_qids()")

    def to_coupling_ids(self, chip_id: str) -> list[str]:
        """Return the ids of the couplings among the qubits, the control first."""
        return [coupling.id for coupling in pairs_of(chip_of(chip_id), self.to_qids(chip_id))]


@dataclass
class MuxTargets(Target):
    """The qubits of muxes."""

    mux_ids: list[int]
    exclude_qids: list[str] = field(default_factory=list[str])

    def to_qids(self, chip_id: str) -> list[str]:
        """Return the qubits in the order of the chip. A mux or a qubit that the chip does not have is an error."""
        chip = chip_of(chip_id)
        left_out = {chip.qubits[str(qid)].id for qid in self.exclude_qids}
        known = {qubit.mux for qubit in chip.qubits}
        for mux in self.mux_ids:
            if mux not in known:
                raise LabError(f"the chip '{chip.id}' has no mux {mux!r}")
        wanted = set(self.mux_ids)
        return [qubit.id for qubit in chip.qubits if qubit.mux in wanted and qubit.id not in left_out]


@dataclass
class QubitTargets(Target):
    """Qubits by their ids."""

    qids: list[str]

    def to_qids(self, chip_id: str) -> list[str]:
        """Return the ids. A qubit that the chip does not have is an error."""
        return [qubit.id for qubit in chip_of(chip_id).qubits.only(*map(str, self.qids))]


@dataclass
class CouplingTargets(Target):
    """Pairs of control and target."""

    pairs: list[tuple[str, str]]

    def to_qids(self, chip_id: str) -> list[str]:
        """Return the qubits of the pairs."""
        chip = chip_of(chip_id)
        return sorted({qubit.id for pair in self.pairs for qubit in oriented(chip, pair).qubits})

    def to_coupling_ids(self, chip_id: str) -> list[str]:
        """Return the ids of the pairs."""
        return [oriented(chip_of(chip_id), pair).id for pair in self.pairs]


@dataclass
class AllMuxTargets(Target):
    """The qubits of every mux of the chip."""

    exclude_qids: list[str] = field(default_factory=list[str])

    def to_qids(self, chip_id: str) -> list[str]:
        """Return the qubits in the order of the chip."""
        muxes = sorted({qubit.mux for qubit in chip_of(chip_id).qubits if qubit.mux is not None})
        return MuxTargets(muxes, self.exclude_qids).to_qids(chip_id)


def chip_of(chip_id: str) -> Chip:
    """Return the chip of the run. Raises LabError if the flow means another one."""
    chip = current_run("a target").chip
    if chip_id != chip.id:
        raise LabError(f"the flow calibrates the chip '{chip_id}', and the run is on '{chip.id}'")
    return chip
