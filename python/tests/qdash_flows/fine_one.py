"""Fine calibration of single qubits, after the coarse one."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import OneQubitFineTune
from qdash.workflow.service.targets import MuxTargets, QubitTargets

PULSES = ["CheckRabi"] + [
    f"{verb}{pulse}Pulse" for pulse in ("HPI", "PI", "DRAGHPI", "DRAGPI") for verb in ("Create", "Check")
]
ROUND = [*PULSES, "CheckOptimalReadoutAmplitude", "CheckOptimalReadoutFrequency", "Configure"]
FINE = [
    "Configure",
    *ROUND,
    *ROUND,
    *PULSES,
    "ReadoutClassification",
    "RandomizedBenchmarking",
    "X90InterleavedRandomizedBenchmarking",
]


@flow
def fine_one(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    qids: list[str] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    targets = QubitTargets(qids) if qids else MuxTargets(mux_ids or [])
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    return cal.run(targets, [OneQubitFineTune(tasks=FINE)])
