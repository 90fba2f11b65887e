"""Coarse calibration of single qubits, after the bring-up."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.calib_service import on_flow_cancellation, on_flow_crashed, on_flow_failure
from qdash.workflow.service.steps import OneQubitCheck
from qdash.workflow.service.targets import MuxTargets, QubitTargets

COARSE = [
    "Configure",
    "CheckOptimalReadoutFrequency",
    "CheckOptimalReadoutAmplitude",
    "Configure",
    "CheckRabi",
    "CreateHPIPulse",
    "CheckHPIPulse",
    "CheckT1",
    "CheckT2Echo",
    "CheckRamsey",
]


@flow(on_cancellation=[on_flow_cancellation], on_failure=[on_flow_failure], on_crashed=[on_flow_crashed])
def coarse_one(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    qids: list[str] | None = None,
    mode: str = "synchronized",
    flow_name: str | None = None,
    project_id: str | None = None,
):
    targets = QubitTargets(qids) if qids else MuxTargets(mux_ids or [])
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    return cal.run(targets, [OneQubitCheck(mode=mode, tasks=COARSE)])
