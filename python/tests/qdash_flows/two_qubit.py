"""Couplings among candidate qubits, in one direction."""

from typing import Any, Literal

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import CustomTwoQubit, GenerateCRSchedule, Step, TwoQubitCalibration
from qdash.workflow.service.targets import QubitTargets


@flow
def two_qubit(
    username: str,
    chip_id: str,
    qids: list[str] | None = None,
    direction: Literal["forward", "reverse"] = "forward",
    tasks: list[str] | None = None,
    max_parallel_ops: int = 10,
    flow_name: str | None = None,
    project_id: str | None = None,
) -> Any:
    if not qids or len(qids) < 2:
        raise ValueError("qids has to name two qubits at least")
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    steps: list[Step] = [
        GenerateCRSchedule(max_parallel_ops=max_parallel_ops, inverse=direction == "reverse"),
        CustomTwoQubit(step_name="chosen", tasks=tasks) if tasks else TwoQubitCalibration(),
    ]
    return cal.run(QubitTargets(qids), steps=steps)
