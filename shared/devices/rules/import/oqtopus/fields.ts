import type { Field } from '../fields.ts';

/** What the format has in place of a number that is not known (rule EXPORT-4). */
export const standIn = { fidelity: 0.25, lifetime: 100, duration: 20 } as const;

/** A field of a device, and the number that it has where its own is not known (rule EXPORT-4). */
export interface DeviceField extends Field {
  standIn: number;
}

const readout = (name: string, key: string): DeviceField => ({
  path: ['meas_error', name],
  key,
  unit: '',
  rule: 'error',
  standIn: 1 - standIn.fidelity,
});
const lifetime = (name: string, key: string): DeviceField => ({
  path: ['qubit_lifetime', name],
  key,
  unit: 'us',
  rule: 'positive',
  standIn: standIn.lifetime,
});
const duration = (name: string, key: string): DeviceField => ({
  path: ['gate_duration', name],
  key,
  unit: 'ns',
  rule: 'positive',
  standIn: standIn.duration,
});
const fidelity = (key: string): DeviceField => ({
  path: ['fidelity'],
  key,
  unit: '',
  rule: 'positive',
  standIn: standIn.fidelity,
});

/** What is taken over of a qubit (rule IMPORT-14). */
export const qubitFields: readonly DeviceField[] = [
  fidelity('x90_gate_fidelity'),
  readout('prob_meas1_prep0', 'readout_fidelity_0'),
  readout('prob_meas0_prep1', 'readout_fidelity_1'),
  readout('readout_assignment_error', 'average_readout_fidelity'),
  lifetime('t1', 't1'),
  lifetime('t2', 't2_echo'),
  duration('sx', 'x90_gate_time'),
  duration('x', 'x180_gate_time'),
];

/** What is taken over of a coupling. */
export const couplingFields: readonly DeviceField[] = [
  fidelity('zx90_gate_fidelity'),
  duration('rzx90', 'zx90_gate_time'),
];

/** What says which target an entry is of, and the duration of rz, which changes the frame alone. */
export const readAlready = ['id', 'physical_id', 'position.x', 'position.y', 'gate_duration.rz', 'control', 'target'];
