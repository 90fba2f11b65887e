"""Bring up chosen muxes: configure the boxes, then find resonators and qubits."""

from typing import Any

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.calib_service import on_flow_cancellation
from qdash.workflow.service.steps import BringUp, ConfigureAll
from qdash.workflow.service.targets import MuxTargets


@flow(on_cancellation=[on_flow_cancellation])
def bringup(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    exclude_qids: list[str] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
) -> Any:
    """Find the resonators and the qubits of muxes."""
    if not mux_ids:
        raise ValueError("mux_ids has to name the muxes")
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    return cal.run(MuxTargets(mux_ids, exclude_qids or []), steps=[ConfigureAll(), BringUp()])
