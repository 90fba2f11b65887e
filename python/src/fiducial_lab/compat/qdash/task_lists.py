"""The names of QDash's standard tasks, in the order in which its steps call them."""

from __future__ import annotations

_HALF_PI = ["CheckRabi", "CreateHPIPulse", "CheckHPIPulse"]

BRINGUP_TASKS = ["CheckResonatorSpectroscopy", "CheckQubitSpectroscopy", "CheckControlAmplitude", "CheckChevron"]
EXPERIMENTAL_SIMULTANEOUS_BRINGUP_TASKS = [
    "CheckResonatorSpectroscopy",
    "CheckSimultaneousQubitSpectroscopy",
    "CheckControlAmplitude",
    "CheckChevron",
]
CHECK_1Q_TASKS = ["CheckRabi", *_HALF_PI, *_HALF_PI, "CheckT1", "CheckT2Echo", "CheckRamsey"]
FULL_1Q_TASKS_AFTER_CHECK = [
    *_HALF_PI,
    *(f"{verb}{pulse}Pulse" for pulse in ("PI", "DRAGHPI", "DRAGPI") for verb in ("Create", "Check")),
    "ReadoutClassification",
    "CheckT1Average",
    "CheckT2EchoAverage",
    "Check1QGateCoherenceLimit",
    "RandomizedBenchmarking",
    "X90InterleavedRandomizedBenchmarking",
]
FULL_1Q_TASKS = CHECK_1Q_TASKS + FULL_1Q_TASKS_AFTER_CHECK
FULL_2Q_TASKS = [
    "CheckCrossResonance",
    "CreateZX90",
    "CheckZX90",
    "CheckBellState",
    "CheckBellStateTomography",
    "Check2QGateCoherenceLimit",
    "ZX90InterleavedRandomizedBenchmarking",
]

SYSTEM_TASKS = frozenset(
    {"ConfigureAll", "CheckNoise", "CheckStatus", "CheckSkew", "DumpBox", "LinkUp", "ReadoutConfigure"}
)
"""Standard tasks of the chip as a whole."""
MUX_TASKS = frozenset({"CheckResonatorSpectroscopy"})
"""Standard tasks that measure a mux in one call."""
BATCH_TASKS = frozenset({"CheckSimultaneousQubitSpectroscopy"})
"""Standard tasks that measure all qubits of a group in one call."""

METRIC_ALIASES = {
    "x90_fidelity": "x90_gate_fidelity",
    "x180_fidelity": "x180_gate_fidelity",
    "rb_fidelity": "average_gate_fidelity",
    "zx90_fidelity": "zx90_gate_fidelity",
    "bell_fidelity": "bell_state_fidelity",
}
"""Names that filters of QDash flows use, and the outputs that they mean."""
