import type { TaskBackend } from './definition.ts';
import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration, int } from './parameters.ts';

const unlisted: TaskBackend[] = ['simulator'];
const benchmarking = { n_trials: int(10, '', 'Random sequences of each length'), ...calibration };

function gateOutputs(gate: string, words: string) {
  return [
    { name: `${gate}_gate_fidelity`, unit: '', description: `Fidelity of the ${words} gate` },
    { name: `${gate}_depolarizing_rate`, unit: 'a.u.', description: `Loss of polarization in one ${words} gate` },
  ];
}

/** How good gates are, and how good they could be. */
export const benchmarkingTasks = tasksOf('Benchmarking', {}, [
  {
    name: 'Check1QGateCoherenceLimit',
    description: 'Computes the best one-qubit gate that the coherence times allow',
    backends: unlisted,
    inputs: ['t1_average', 't2_echo_average'],
    runParameters: { drag_hpi_duration: int(16, 'ns', 'Length of the gate') },
    outputs: [
      {
        name: 'one_qubit_gate_coherence_limit',
        unit: '',
        description: 'Best one-qubit gate fidelity that T1 and T2 allow',
      },
    ],
  },
  {
    name: 'Check2QGateCoherenceLimit',
    description: 'Computes the best two-qubit gate that the coherence times of both qubits allow',
    type: 'coupling',
    backends: unlisted,
    inputs: [
      'control_t1_average',
      'control_t2_echo_average',
      'target_t1_average',
      'target_t2_echo_average',
      'zx90_gate_time',
    ],
    outputs: [
      {
        name: 'two_qubit_gate_coherence_limit',
        unit: '',
        description: 'Best two-qubit gate fidelity that T1 and T2 of both qubits allow',
      },
    ],
  },
  {
    name: 'RandomizedBenchmarking',
    description: 'Random sequences of gates of growing length: the average fidelity of a gate',
    backends: ['simulator', 'qubex', 'fake'],
    inputs: inputs.dragHpi,
    runParameters: benchmarking,
    outputs: [
      { name: 'average_gate_fidelity', unit: '', description: 'Average fidelity of the one-qubit gates' },
      { name: 'depolarizing_rate', unit: 'a.u.', description: 'Loss of polarization in one gate' },
    ],
  },
  {
    name: 'X180InterleavedRandomizedBenchmarking',
    description: 'Random sequences with an X180 gate after each gate: the fidelity of X180',
    timeoutMinutes: 30,
    runParameters: benchmarking,
    outputs: gateOutputs('x180', 'X180'),
  },
  {
    name: 'X90InterleavedRandomizedBenchmarking',
    description: 'Random sequences with an X90 gate after each gate: the fidelity of X90',
    timeoutMinutes: 30,
    inputs: inputs.dragHpi,
    runParameters: benchmarking,
    outputs: gateOutputs('x90', 'X90'),
  },
  {
    name: 'ZX90InterleavedRandomizedBenchmarking',
    description: 'Random sequences on both qubits with a ZX90 gate after each gate: the fidelity of ZX90',
    type: 'coupling',
    timeoutMinutes: 30,
    inputs: [...inputs.pair, ...inputs.crossResonance],
    runParameters: benchmarking,
    outputs: gateOutputs('zx90', 'ZX90'),
  },
]);
