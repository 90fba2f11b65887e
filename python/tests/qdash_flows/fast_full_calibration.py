"""The whole chip in less time: no averages of T1 and T2."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import (
    ConfigureAll,
    FilterByMetric,
    GenerateCRSchedule,
    OneQubitCheck,
    OneQubitFineTune,
    TwoQubitCalibration,
)
from qdash.workflow.service.targets import MuxTargets
from qdash.workflow.service.tasks import FULL_1Q_TASKS_AFTER_CHECK

LEFT_OUT = {"CheckT1Average", "CheckT2EchoAverage", "Check1QGateCoherenceLimit"}


@flow
def fast_full_calibration(
    username: str,
    chip_id: str,
    mux_ids: list[int],
    fidelity_threshold: float = 0.9,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    return cal.run(
        MuxTargets(mux_ids),
        steps=[
            ConfigureAll(),
            OneQubitCheck(tasks=["CheckRabi", "CreateHPIPulse", "CheckHPIPulse"]),
            OneQubitFineTune(tasks=[name for name in FULL_1Q_TASKS_AFTER_CHECK if name not in LEFT_OUT]),
            FilterByMetric(metric="x90_fidelity", threshold=fidelity_threshold),
            GenerateCRSchedule(),
            TwoQubitCalibration(tasks=["CheckCrossResonance", "CreateZX90", "CheckBellStateTomography"]),
        ],
    )
