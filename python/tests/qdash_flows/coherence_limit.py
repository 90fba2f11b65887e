"""What coherence alone allows: the limits of gates on one and on two qubits."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import CustomOneQubit, CustomTwoQubit, GenerateCRSchedule
from qdash.workflow.service.targets import MuxTargets, QubitTargets


@flow
def coherence_limit(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    qids: list[str] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    targets = QubitTargets(qids) if qids else MuxTargets(mux_ids or [])
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    one = ["CheckT1Average", "CheckT2EchoAverage", "Check1QGateCoherenceLimit"]
    return cal.run(
        targets,
        [
            CustomOneQubit(step_name="limit_1q", tasks=one),
            GenerateCRSchedule(),
            CustomTwoQubit(step_name="limit_2q", tasks=["CreateZX90", "Check2QGateCoherenceLimit"]),
        ],
    )
