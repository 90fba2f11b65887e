"""What the steps of a QDash flow hand on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class CalibData:
    """The outcome of a step on one target: `success` or `failed`, numbers by metric, and all outputs by task."""

    status: str = "failed"
    metrics: dict[str, float] = field(default_factory=dict[str, float])
    raw: dict[str, Any] = field(default_factory=dict[str, Any])

    def get_metric(self, name: str) -> float | None:
        """Return a number; None if there is none."""
        return self.metrics.get(name)


class QubitCalibData(CalibData):
    """The outcome of a step on a qubit."""


class CouplingCalibData(CalibData):
    """The outcome of a step on a coupling."""


def _with_status(found: dict[str, Any], status: str) -> list[str]:
    return sorted(id for id, data in found.items() if data.status == status)


def _at_least(found: dict[str, Any], metric: str, threshold: float) -> list[str]:
    known = [(id, data.get_metric(metric)) for id, data in found.items()]
    return sorted(id for id, number in known if number is not None and number >= threshold)


@dataclass
class OneQubitResult:
    """The outcomes of a step on qubits, by id."""

    qubits: dict[str, QubitCalibData] = field(default_factory=dict[str, QubitCalibData])

    def add_qubit(self, qid: str, data: QubitCalibData) -> None:
        """Add a qubit."""
        self.qubits[qid] = data

    def get_qubit(self, qid: str) -> QubitCalibData | None:
        """Return the outcome of a qubit."""
        return self.qubits.get(qid)

    def get_metric(self, qid: str, metric_name: str) -> float | None:
        """Return a number of a qubit."""
        found = self.qubits.get(qid)
        return found.get_metric(metric_name) if found else None

    def get_status(self, qid: str) -> str | None:
        """Return `success`, `failed`, or None for a qubit that the step left out."""
        found = self.qubits.get(qid)
        return found.status if found else None

    def successful_qids(self) -> list[str]:
        """Return the qubits on which every task completed."""
        return _with_status(self.qubits, "success")

    def failed_qids(self) -> list[str]:
        """Return the qubits on which a task failed."""
        return _with_status(self.qubits, "failed")

    def filter_by_metric(self, metric_name: str, threshold: float) -> list[str]:
        """Return the qubits whose number reaches the threshold."""
        return _at_least(self.qubits, metric_name, threshold)

    def all_qids(self) -> list[str]:
        """Return every qubit of the step."""
        return sorted(self.qubits)


@dataclass
class TwoQubitResult:
    """The outcomes of a step on couplings, by id."""

    couplings: dict[str, CouplingCalibData] = field(default_factory=dict[str, CouplingCalibData])

    def add_coupling(self, coupling_id: str, data: CouplingCalibData) -> None:
        """Add a coupling."""
        self.couplings[coupling_id] = data

    def get_coupling(self, coupling_id: str) -> CouplingCalibData | None:
        """Return the outcome of a coupling."""
        return self.couplings.get(coupling_id)

    def successful_couplings(self) -> list[str]:
        """Return the couplings on which every task completed."""
        return _with_status(self.couplings, "success")

    def failed_couplings(self) -> list[str]:
        """Return the couplings on which a task failed."""
        return _with_status(self.couplings, "failed")

    def filter_by_metric(self, metric_name: str, threshold: float) -> list[str]:
        """Return the couplings whose number reaches the threshold."""
        return _at_least(self.couplings, metric_name, threshold)

    def all_couplings(self) -> list[str]:
        """Return every coupling of the step."""
        return sorted(self.couplings)


@dataclass
class FilterResult:
    """What a filter let pass."""

    input_qids: list[str] = field(default_factory=list[str])
    output_qids: list[str] = field(default_factory=list[str])
    filter_criteria: str = ""

    @property
    def filtered_out(self) -> list[str]:
        """The qubits that did not pass."""
        return sorted(set(self.input_qids) - set(self.output_qids))

    @property
    def pass_rate(self) -> float:
        """The share of qubits that passed."""
        return len(self.output_qids) / len(self.input_qids) if self.input_qids else 0.0


@dataclass
class SkewCheckResult:
    """What a check of the skew found."""

    mux_skews: dict[int, float] = field(default_factory=dict[int, float])
    passed: bool = True
    raw: dict[str, Any] = field(default_factory=dict[str, Any])
