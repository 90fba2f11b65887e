import { importIbm } from '#shared/devices/rules/import/ibm/import-ibm.ts';
import type { ImportedTarget, ImportPlan, ImportProblem } from '#shared/devices/rules/import/plan.ts';

/** One `{ date, name, unit, value }` of IBM's properties; `value` is open so that tests can break it. */
export type Parameter = { date: string; name: string; unit: string; value: unknown };

/** A pair of documents in IBM's shape, open enough to be broken on purpose. */
export type Device = {
  conf: { backend_name: string; n_qubits: number; coupling_map: number[][]; coords?: number[][] };
  props: {
    backend_name: string;
    qubits: Parameter[][];
    gates: { gate: string; qubits: number[]; parameters: Parameter[] }[];
  };
};

/** The date of every parameter that names no other. */
export const DATE = '2020-01-31T08:00:00-05:00';

/** One parameter, dated `DATE` unless told otherwise. */
export function parameter(name: string, value: unknown, unit = '', date = DATE): Parameter {
  return { date, name, unit, value };
}

/** One gate entry with an error and a length in ns. */
export function gate(name: string, qubits: number[], error: unknown, length: unknown, date = DATE) {
  return {
    gate: name,
    qubits,
    parameters: [parameter('gate_error', error, '', date), parameter('gate_length', length, 'ns', date)],
  };
}

/** The usual parameters of a qubit. */
export function qubit(t1: unknown, t2: unknown): Parameter[] {
  return [
    parameter('T1', t1, 'µs'),
    parameter('T2', t2, 'µs'),
    parameter('frequency', 5.1, 'GHz'),
    parameter('readout_error', 0.02),
  ];
}

/** An old device of five qubits in the shape of a T, with cx gates and without coordinates. */
export function oldDevice(): Device {
  const edges: [number, number][] = [
    [0, 1],
    [1, 2],
    [1, 3],
    [3, 4],
  ];
  return {
    conf: {
      backend_name: 'ibmq_ourense',
      n_qubits: 5,
      coupling_map: edges.flatMap(([a, b]) => [
        [a, b],
        [b, a],
      ]),
    },
    props: {
      backend_name: 'ibmq_ourense',
      qubits: [qubit(100, 80), qubit(90, 70), qubit(80, 60), qubit(70, 50), qubit(60, 40)],
      gates: [
        ...[0, 1, 2, 3, 4].map((index) => gate('id', [index], 0.0004, 35)),
        gate('cx', [0, 1], 0.01, 235),
        gate('cx', [1, 0], 0.01, 270),
        gate('cx', [1, 2], 0.02, 420),
        gate('cx', [2, 1], 0.02, 384),
        gate('cx', [1, 3], 0.03, 500),
        gate('cx', [3, 1], 0.03, 500),
        gate('cx', [3, 4], 0.04, 300),
      ],
    },
  };
}

/** The plan of documents that can be imported. */
export function planOf(device: { conf: unknown; props: unknown }): ImportPlan {
  const result = importIbm(device);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

/** The problems of documents that cannot be imported. */
export function problemsOf(device: { conf: unknown; props: unknown }): ImportProblem[] {
  const result = importIbm(device);
  return result.ok ? [] : result.problems;
}

/** One target of a plan. */
export function targetOf(plan: ImportPlan, id: string): ImportedTarget {
  const target = plan.targets.find((candidate) => candidate.id === id);
  if (!target) throw new Error(`no target ${id} among ${plan.targets.map((candidate) => candidate.id).join(' ')}`);
  return target;
}
