/** JSON without single quotes. */
const quoted = (value: unknown): string => JSON.stringify(value).replaceAll("'", '\\u0027');

/** The content of a program in Python that makes `target` of a device. No quote in a name ends the text that holds it. */
export const qiskitProgram = (device: { configuration: { backend_name: string; n_qubits: number } }): string => {
  const { backend_name, n_qubits } = device.configuration;
  return `"""Qiskit target of chip ${quoted(backend_name)}: ${n_qubits} ${n_qubits === 1 ? 'qubit' : 'qubits'}.

Qubit n of \`target\` is qubit PHYSICAL_QUBITS[n] of the chip. A number that is not known is None.
A gate that is not known on some qubits is left out there.
"""

import json
import math

from qiskit.circuit.library import RZXGate, get_standard_gate_name_mapping
from qiskit.transpiler import InstructionProperties, Target

try:
    from qiskit.transpiler import QubitProperties
except ImportError:  # Qiskit 1
    from qiskit.providers import QubitProperties

DEVICE = json.loads(r'''
${quoted(device)}
''')
PHYSICAL_QUBITS = DEVICE["configuration"]["physical_qubits"]

_SCALE = {"": 1, "us": 1e-6, "ns": 1e-9, "GHz": 1e9}
_GATES = {**get_standard_gate_name_mapping(), "zx90": RZXGate(math.pi / 2)}


def _number(parameters, name):
    """A number in seconds, hertz or as a fraction; None where it is not known."""
    for parameter in parameters:
        if parameter["name"] == name:
            return parameter["value"] * _SCALE[parameter["unit"]]
    return None


def make_target():
    qubits = DEVICE["properties"]["qubits"]
    target = Target(
        description=DEVICE["configuration"]["backend_name"],
        num_qubits=len(qubits),
        qubit_properties=[
            QubitProperties(t1=_number(q, "T1"), t2=_number(q, "T2"), frequency=_number(q, "frequency"))
            for q in qubits
        ],
    )
    instructions = {
        "rz": {(n,): None for n in range(len(qubits))},
        "measure": {
            (n,): InstructionProperties(error=_number(q, "readout_error"), duration=_number(q, "readout_length"))
            for n, q in enumerate(qubits)
        },
    }
    for gate in DEVICE["properties"]["gates"]:
        error = _number(gate["parameters"], "gate_error")
        duration = _number(gate["parameters"], "gate_length")
        properties = InstructionProperties(error=error, duration=duration)
        instructions.setdefault(gate["gate"], {})[tuple(gate["qubits"])] = properties
    for name, properties in instructions.items():
        if properties:
            target.add_instruction(_GATES[name], properties)
    return target


target = make_target()
`;
};
