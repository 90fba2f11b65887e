"""A first flow: some tasks on some qubits."""

from typing import Any

from prefect import flow, get_run_logger
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import CustomOneQubit
from qdash.workflow.service.targets import MuxTargets, QubitTargets


@flow
def simple_calibration(
    username: str,
    chip_id: str,
    qids: list[str] | None = None,
    mux_ids: list[int] | None = None,
    tasks: list[str] | None = None,
    mode: str = "synchronized",
    flow_name: str | None = None,
    tags: list[str] | None = None,
    project_id: str | None = None,
) -> Any:
    """Run tasks on qubits."""
    logger = get_run_logger()
    chosen = tasks or ["CheckRabi", "CreateHPIPulse", "CheckHPIPulse"]
    logger.info(f"{len(chosen)} tasks on {qids or mux_ids}")
    cal = CalibService(username, chip_id, flow_name=flow_name, tags=tags, project_id=project_id)
    targets = QubitTargets(qids=qids) if qids else MuxTargets(mux_ids=mux_ids or [0])
    return cal.run(targets, steps=[CustomOneQubit(step_name="simple", tasks=chosen, mode=mode)])
