"""Metrics that the service knows. Do not edit: `node scripts/build/python-sources.ts` writes it from the catalogue."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A metric of the catalogue: values are kept in `unit`."""

    key: str
    target: str
    unit: str
    title: str


CATALOGUE = (
    Metric("readout_frequency", "qubit", "GHz", "Readout frequency"),
    Metric("qubit_frequency", "qubit", "GHz", "Qubit frequency"),
    Metric("anharmonicity", "qubit", "GHz", "Anharmonicity"),
    Metric("t1", "qubit", "us", "T1"),
    Metric("t1_average", "qubit", "us", "T1, average"),
    Metric("t2_echo", "qubit", "us", "T2 echo"),
    Metric("t2_echo_average", "qubit", "us", "T2 echo, average"),
    Metric("t2_star", "qubit", "us", "T2*"),
    Metric("average_readout_fidelity", "qubit", "", "Readout fidelity"),
    Metric("average_gate_fidelity", "qubit", "", "Gate fidelity, average"),
    Metric("x90_gate_fidelity", "qubit", "", "X90 gate fidelity"),
    Metric("x180_gate_fidelity", "qubit", "", "X180 gate fidelity"),
    Metric("maximum_rabi_frequency", "qubit", "MHz/a.u.", "Maximum Rabi frequency"),
    Metric("hpi_amplitude", "qubit", "a.u.", "Half-pi amplitude"),
    Metric("hpi_length", "qubit", "ns", "Half-pi length"),
    Metric("one_qubit_gate_coherence_limit", "qubit", "", "One-qubit coherence limit"),
    Metric("readout_fidelity_0", "qubit", "", "Readout fidelity of 0"),
    Metric("readout_fidelity_1", "qubit", "", "Readout fidelity of 1"),
    Metric("readout_length", "qubit", "ns", "Readout length"),
    Metric("x90_gate_time", "qubit", "ns", "X90 gate time"),
    Metric("x180_gate_time", "qubit", "ns", "X180 gate time"),
    Metric("reset_gate_time", "qubit", "ns", "Reset time"),
    Metric("zx90_gate_fidelity", "coupling", "", "ZX90 gate fidelity"),
    Metric("bell_state_fidelity", "coupling", "", "Bell state fidelity"),
    Metric("zx90_gate_time", "coupling", "ns", "ZX90 gate time"),
    Metric("two_qubit_gate_coherence_limit", "coupling", "", "Two-qubit coherence limit"),
    Metric("static_zz_interaction", "coupling", "GHz", "Static ZZ interaction"),
    Metric("cz_gate_fidelity", "coupling", "", "CZ gate fidelity"),
    Metric("cz_gate_time", "coupling", "ns", "CZ gate time"),
    Metric("ecr_gate_fidelity", "coupling", "", "ECR gate fidelity"),
    Metric("ecr_gate_time", "coupling", "ns", "ECR gate time"),
    Metric("cx_gate_fidelity", "coupling", "", "CX gate fidelity"),
    Metric("cx_gate_time", "coupling", "ns", "CX gate time"),
    Metric("rzz_gate_fidelity", "coupling", "", "RZZ gate fidelity"),
    Metric("rzz_gate_time", "coupling", "ns", "RZZ gate time"),
)
