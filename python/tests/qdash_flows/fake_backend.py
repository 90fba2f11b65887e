"""The same tasks on another backend."""

from prefect import flow, get_run_logger
from qdash.workflow.service import CalibService


@flow
def fake_calibration(
    username: str,
    chip_id: str,
    qids: list[str] | None = None,
    tasks: list[str] | None = None,
    backend_name: str = "qubex",
    flow_name: str | None = None,
    project_id: str | None = None,
):
    logger = get_run_logger()
    qids = qids or ["0", "1"]
    cal = CalibService(
        username, chip_id, qids=qids, backend_name=backend_name, flow_name=flow_name, project_id=project_id
    )
    results = {}
    try:
        for qid in qids:
            for name in tasks or ["CheckRabi", "CreateHPIPulse", "CheckT1"]:
                found = cal.execute_task(name, qid)
                results.setdefault(qid, {})[name] = found["task_id"]
                logger.info(f"{name} of {qid}: {sorted(found)}")
        cal.finish_calibration()
    except Exception as error:
        cal.fail_calibration(str(error))
        raise
    return results
