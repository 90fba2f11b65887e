"""Coarse, then fine calibration of the qubits that passed."""

from prefect import flow, get_run_logger
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import FilterByStatus, OneQubitCheck, OneQubitFineTune
from qdash.workflow.service.targets import MuxTargets, QubitTargets


@flow
def one_qubit(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    exclude_qids: list[str] | None = None,
    qids: list[str] | None = None,
    check_only: bool = False,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    targets = QubitTargets(qids) if qids else MuxTargets(mux_ids or [], exclude_qids or [])
    coarse = CalibService(username, chip_id, flow_name=f"{flow_name}_coarse", project_id=project_id)
    found = coarse.run(targets, [OneQubitCheck(configure=True), FilterByStatus()])
    if check_only:
        return found
    passed = found["candidate_qids"]
    get_run_logger().info("%d qubits go on", len(passed))
    if not passed:
        return found
    fine = CalibService(username, chip_id, flow_name=f"{flow_name}_fine", project_id=project_id)
    return fine.run(QubitTargets(passed), [OneQubitFineTune()])
