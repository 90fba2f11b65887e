"""Look at the readout waveform of chosen qubits."""

from prefect import flow
from qdash.workflow.service import CalibService
from qdash.workflow.service.steps import CustomOneQubit
from qdash.workflow.service.targets import MuxTargets, QubitTargets


@flow
def check_waveform(
    username: str,
    chip_id: str,
    mux_ids: list[int] | None = None,
    qids: list[str] | None = None,
    flow_name: str | None = None,
    project_id: str | None = None,
):
    if bool(mux_ids) == bool(qids):
        raise ValueError("name either mux_ids or qids")
    targets = QubitTargets(qids) if qids else MuxTargets(mux_ids)
    cal = CalibService(username, chip_id, flow_name=flow_name, project_id=project_id)
    return cal.run(targets, [CustomOneQubit(step_name="waveform", tasks=["CheckWaveform"], mode="serial")])
