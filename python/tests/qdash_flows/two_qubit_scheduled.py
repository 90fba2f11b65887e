"""Couplings in groups that the user gives."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import SetCRSchedule, TwoQubitCalibration
from qdash.workflow.service.targets import CouplingTargets


@flow
def two_qubit_scheduled(
    username: str,
    chip_id: str,
    schedule: list[list[tuple[str, str]]] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    groups = schedule or [[("0", "1"), ("12", "13")], [("2", "3")]]
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    pairs = [tuple(pair) for group in groups for pair in group]
    return cal.run(CouplingTargets(pairs), [SetCRSchedule(schedule=groups), TwoQubitCalibration()])
