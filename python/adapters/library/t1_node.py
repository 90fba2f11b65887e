"""A node of a QUAlibrate library: T1 of simulated qubits."""

from math import exp
from typing import Optional

from qualibrate import NodeParameters, QualibrationNode

from fiducial_lab.testing import FakeBench


class Parameters(NodeParameters):
    qubits: Optional[list[str]] = None
    num_shots: int = 100


node = QualibrationNode(name="t1_node", parameters=Parameters())


@node.run_action()
def measure(node):
    bench = FakeBench()
    for qubit in node.parameters.qubits or []:
        delays = [10.0 * n for n in range(12)]
        population = [exp(-delay / bench.t1(qubit)) for delay in delays]
        node.results[qubit] = {"delay": delays, "population": population, "t1": bench.t1(qubit)}
        node.outcomes[qubit] = "failed" if qubit == "2" else "successful"
