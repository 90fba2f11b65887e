/** Relaxation and dephasing time of one qubit, in microseconds. */
export interface CoherenceTimes {
  t1Us: number;
  t2EchoUs: number;
}

/** Process fidelity of idling for a while, under relaxation and dephasing. */
function idleProcessFidelity({ t1Us, t2EchoUs }: CoherenceTimes, nanoseconds: number): number {
  const us = nanoseconds / 1000;
  return (1 + Math.exp(-us / t1Us) + 2 * Math.exp(-us / t2EchoUs)) / 4;
}

/**
 * Best average fidelity of a gate of the given duration on one qubit or on a pair: (d P + 1) / (d + 1) with P the
 * product of the process fidelities of the qubits. For one qubit this is (3 + exp(-t/T1) + 2 exp(-t/T2)) / 6
 * (docs/simulator.md#where-values-come-from).
 */
export function coherenceLimit(qubits: readonly CoherenceTimes[], nanoseconds: number): number {
  const dimension = 2 ** qubits.length;
  const process = qubits.reduce((product, qubit) => product * idleProcessFidelity(qubit, nanoseconds), 1);
  return (dimension * process + 1) / (dimension + 1);
}
