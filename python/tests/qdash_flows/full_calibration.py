"""The whole chip: qubits, filter, couplings."""

from typing import Any

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.calib_service import on_flow_cancellation
from qdash.workflow.service.github import ConfigFileType, GitHubPushConfig
from qdash.workflow.service.steps import (
    ConfigureAll,
    FilterByMetric,
    FilterByStatus,
    GenerateCRSchedule,
    OneQubitCheck,
    OneQubitFineTune,
    TwoQubitCalibration,
)
from qdash.workflow.service.targets import MuxTargets


@flow(on_cancellation=[on_flow_cancellation])
def full_calibration(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    exclude_qids: list[str] | None = None,
    fidelity_threshold: float = 0.9,
    inverse: bool = False,
    max_parallel_ops: int = 10,
    flow_name: str | None = None,
    tags: list[str] | None = None,
    project_id: str | None = None,
) -> Any:
    """Calibrate qubits and couplings of muxes."""
    cal = CalibService(
        username,
        chip_id,
        flow_name=flow_name,
        tags=tags,
        project_id=project_id,
        enable_github_pull=True,
        github_push_config=GitHubPushConfig(enabled=True, file_types=[ConfigFileType.ALL_PARAMS]),
    )
    steps = [
        ConfigureAll(),
        OneQubitCheck(),
        FilterByStatus(),
        OneQubitFineTune(),
        FilterByMetric(metric="x90_fidelity", threshold=fidelity_threshold),
        GenerateCRSchedule(max_parallel_ops=max_parallel_ops, inverse=inverse),
        TwoQubitCalibration(),
    ]
    return cal.run(MuxTargets(mux_ids=mux_ids or [], exclude_qids=exclude_qids or []), steps=steps)
