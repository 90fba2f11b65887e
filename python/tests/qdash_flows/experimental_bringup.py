"""Bring up muxes, with the qubits of a group in one call."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import ConfigureAll, ExperimentalSimultaneousBringUp
from qdash.workflow.service.targets import AllMuxTargets, MuxTargets


@flow
def experimental_bringup(username: str, chip_id: str, mux_ids: list[int] | None = None, project_id: str | None = None):
    cal = CalibService(username, chip_id, project_id=project_id)
    targets = MuxTargets(mux_ids) if mux_ids else AllMuxTargets()
    return cal.run(targets, [ConfigureAll(), ExperimentalSimultaneousBringUp()])
