"""Groups of qubits in parallel, each qubit again with another frequency after a failure."""

from typing import Any

from prefect import flow, get_run_logger, task
from prefect.task_runners import ThreadPoolTaskRunner
from qdash.workflow.service import CalibService
from qdash.workflow.service._internal.scheduling_tasks import calibrate_group_with_retry


@task(name="summary")
def count_successes(results: dict[str, Any]) -> int:
    return sum(found["status"] == "success" for found in results.values())


@flow(task_runner=ThreadPoolTaskRunner(max_workers=4))
def parallel_retry_calibration(
    username: str,
    chip_id: str,
    groups: list[list[str]] | None = None,
    offsets: list[float] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
) -> dict[str, Any]:
    """Calibrate groups, with an offset of the frequency after each failure."""
    groups = groups or [["0", "1"], ["4", "5"]]
    cal = CalibService(
        username,
        chip_id,
        qids=[qid for group in groups for qid in group],
        flow_name=flow_name,
        project_id=project_id,
    )
    futures = [
        calibrate_group_with_retry.submit(group, ["CheckRabi", "CreateHPIPulse"], offsets or [0, 0.001, -0.001])
        for group in groups
    ]
    found: dict[str, Any] = {}
    for future in futures:
        found.update(future.result())
    get_run_logger().info("%s of %s qubits", count_successes.submit(found).result(), len(found))
    cal.record_stage_result("retry", {qid: one["attempt"] for qid, one in found.items()})
    cal.finish_calibration()
    return found
