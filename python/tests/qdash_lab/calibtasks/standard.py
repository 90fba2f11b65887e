"""Tasks under QDash's standard names. Each asks the scripted bench for its numbers."""

from typing import Any, ClassVar

from qdash.datamodel.task import ParameterModel, RunParameterModel
from qdash.workflow.calibtasks.base import BaseTask, PostProcessResult, PreProcessResult, RunResult

# By task: outputs with unit and role, and the inputs that it needs.
QUBIT_TASKS: dict[str, tuple[dict[str, tuple[str, str]], list[str]]] = {
    "Configure": ({}, []),
    "CheckWaveform": ({}, []),
    "CheckQubitSpectroscopy": ({"coarse_qubit_frequency": ("GHz", "")}, ["readout_frequency"]),
    "CheckControlAmplitude": ({"coarse_control_amplitude": ("a.u.", "")}, ["coarse_qubit_frequency"]),
    "CheckChevron": ({"qubit_frequency": ("GHz", ""), "control_amplitude": ("a.u.", "")}, ["coarse_qubit_frequency"]),
    "CheckOptimalReadoutAmplitude": ({"readout_amplitude": ("a.u.", "")}, []),
    "CheckOptimalReadoutFrequency": ({"readout_frequency": ("GHz", "")}, []),
    "CheckRabi": ({"rabi_amplitude": ("a.u.", ""), "rabi_frequency": ("MHz", "")}, ["qubit_frequency"]),
    "CreateHPIPulse": ({"hpi_amplitude": ("a.u.", ""), "hpi_length": ("ns", "")}, ["qubit_frequency"]),
    "CheckHPIPulse": ({}, ["hpi_amplitude"]),
    "CreatePIPulse": ({"pi_amplitude": ("a.u.", "")}, ["qubit_frequency"]),
    "CheckPIPulse": ({}, ["pi_amplitude"]),
    "CreateDRAGHPIPulse": ({"drag_hpi_beta": ("", "")}, ["qubit_frequency"]),
    "CheckDRAGHPIPulse": ({}, ["drag_hpi_beta"]),
    "CreateDRAGPIPulse": ({"drag_pi_beta": ("", "")}, ["qubit_frequency"]),
    "CheckDRAGPIPulse": ({}, ["drag_pi_beta"]),
    "CheckT1": ({"t1": ("μs", "")}, ["qubit_frequency"]),
    "CheckT2Echo": ({"t2_echo": ("μs", "")}, ["qubit_frequency"]),
    "CheckRamsey": ({"t2_star": ("μs", ""), "ramsey_frequency": ("MHz", "")}, ["qubit_frequency"]),
    "ReadoutClassification": ({"average_readout_fidelity": ("a.u.", "")}, []),
    "CheckT1Average": ({"t1_average": ("μs", "")}, []),
    "CheckT2EchoAverage": ({"t2_echo_average": ("μs", "")}, []),
    "Check1QGateCoherenceLimit": ({"one_qubit_gate_coherence_limit": ("a.u.", "")}, ["t1_average", "t2_echo_average"]),
    "RandomizedBenchmarking": ({"average_gate_fidelity": ("a.u.", "")}, []),
    "X90InterleavedRandomizedBenchmarking": ({"x90_gate_fidelity": ("a.u.", "")}, []),
}
COUPLING_TASKS: dict[str, tuple[dict[str, tuple[str, str]], list[str]]] = {
    "CheckCrossResonance": (
        {
            "cr_amplitude": ("a.u.", "control"),
            "cancel_amplitude": ("a.u.", "target"),
            "zx_rotation_rate": ("a.u.", "coupling"),
        },
        [],
    ),
    "CreateZX90": ({"zx90_gate_time": ("ns", "coupling")}, []),
    "CheckZX90": ({}, []),
    "CheckBellState": ({}, []),
    "CheckBellStateTomography": ({"bell_state_fidelity": ("a.u.", "")}, []),
    "Check2QGateCoherenceLimit": ({"two_qubit_gate_coherence_limit": ("a.u.", "")}, ["zx90_gate_time"]),
    "ZX90InterleavedRandomizedBenchmarking": ({"zx90_gate_fidelity": ("a.u.", "")}, []),
}


class Scripted(BaseTask):
    """Drives the target for one point of the bench's script."""

    timeout = 60
    run_parameters: ClassVar[dict[str, RunParameterModel]] = {
        "shots": RunParameterModel(value_type="int", value="2 * 512", description="Number of shots")
    }

    def preprocess(self, backend: Any, qid: str) -> PreProcessResult:
        return PreProcessResult(input_parameters=self.input_parameters, run_parameters=self.run_parameters)

    def run(self, backend: Any, qid: str) -> RunResult:
        bench = backend.get_instance()
        numbers = {name: bench.measure(self.name, qid, name) for name in self.output_parameters or ("point",)}
        return RunResult(raw_result=numbers, r2={qid: bench.r2(self.name, qid)})

    def postprocess(self, backend: Any, execution_id: str, run_result: RunResult, qid: str) -> PostProcessResult:
        for name, output in self.output_parameters.items():
            output.value = run_result.raw_result[name]
            output.error = 0.01
        return PostProcessResult(
            output_parameters=self.attach_execution_id(execution_id), raw_data=[list(run_result.raw_result.values())]
        )


def define(name: str, kind: str, outputs: dict[str, tuple[str, str]], inputs: list[str], **more: Any) -> None:
    body = {
        "name": name,
        "task_type": kind,
        "input_parameters": dict.fromkeys(inputs),
        "output_parameters": {key: ParameterModel(unit=unit, qid_role=role) for key, (unit, role) in outputs.items()},
        **more,
    }
    type(name, (Scripted,), body)


for _name, (_outputs, _inputs) in QUBIT_TASKS.items():
    define(_name, "qubit", _outputs, _inputs)
for _name, (_outputs, _inputs) in COUPLING_TASKS.items():
    define(_name, "coupling", _outputs, _inputs)


class ConfigureAll(BaseTask):
    """Sets the boxes up."""

    name = "ConfigureAll"
    task_type = "system"
    run_parameters: ClassVar[dict[str, RunParameterModel]] = {"mux_ids": RunParameterModel(value_type="list", value=[])}

    def run(self, backend: Any, qid: str) -> RunResult:
        backend.get_instance().configure(self.run_parameters["mux_ids"].get_value())
        return RunResult(raw_result=None)

    def postprocess(self, backend: Any, execution_id: str, run_result: RunResult, qid: str) -> PostProcessResult:
        return PostProcessResult(output_parameters={})


class CheckResonatorSpectroscopy(Scripted):
    """One shot of a mux gives the frequencies of its resonators."""

    name = "CheckResonatorSpectroscopy"
    is_mux_level = True
    output_parameters: ClassVar[dict[str, ParameterModel]] = {"readout_frequency": ParameterModel(unit="GHz")}

    def run(self, backend: Any, qid: str) -> RunResult:
        return RunResult(raw_result=backend.get_instance().measure(self.name, qid, "readout_frequency"))

    def postprocess(self, backend: Any, execution_id: str, run_result: RunResult, qid: str) -> PostProcessResult:
        self.output_parameters["readout_frequency"].value = run_result.raw_result + int(qid) / 1000
        return PostProcessResult(output_parameters=self.output_parameters)


class CheckSimultaneousQubitSpectroscopy(Scripted):
    """One call measures all qubits of a group."""

    name = "CheckSimultaneousQubitSpectroscopy"
    input_parameters: ClassVar[dict[str, None]] = {"readout_frequency": None}
    output_parameters: ClassVar[dict[str, ParameterModel]] = {"coarse_qubit_frequency": ParameterModel(unit="GHz")}

    def batch_run(self, backend: Any, qids: list[str]) -> RunResult:
        bench = backend.get_instance()
        bench.batches.append(list(qids))
        return RunResult(raw_result={qid: bench.measure(self.name, qid, "coarse_qubit_frequency") for qid in qids})

    def postprocess(self, backend: Any, execution_id: str, run_result: RunResult, qid: str) -> PostProcessResult:
        self.output_parameters["coarse_qubit_frequency"].value = run_result.raw_result[qid]
        return PostProcessResult(output_parameters=self.output_parameters)
