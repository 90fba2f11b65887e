import type { TaskOutput } from './definition.ts';
import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration, int } from './parameters.ts';

const crossResonance: TaskOutput[] = [
  { name: 'cr_amplitude', unit: 'a.u.', description: 'Amplitude of the cross-resonance drive', of: 'control' },
  { name: 'cr_phase', unit: 'a.u.', description: 'Phase of the cross-resonance drive, in radians', of: 'control' },
  { name: 'cancel_amplitude', unit: 'a.u.', description: 'Amplitude of the cancellation drive', of: 'target' },
  { name: 'cancel_phase', unit: 'a.u.', description: 'Phase of the cancellation drive, in radians', of: 'target' },
  { name: 'cancel_beta', unit: 'a.u.', description: 'DRAG coefficient of the cancellation drive', of: 'target' },
  { name: 'rotary_amplitude', unit: 'a.u.', description: 'Amplitude of the rotary drive', of: 'control' },
  { name: 'zx_rotation_rate', unit: 'a.u.', description: 'Rate of the ZX rotation, in GHz at full drive' },
];
const pairWithPulse = [...inputs.pair, ...inputs.crossResonance];

/** Calibrations of the ZX90 gate of a coupling, control first. */
export const twoQubitTasks = tasksOf('2Q Calibration', { type: 'coupling', timeoutMinutes: 25 }, [
  {
    name: 'CheckBellState',
    description: 'Prepares a Bell state and counts the four outcomes',
    inputs: pairWithPulse,
    runParameters: calibration,
  },
  {
    name: 'CheckBellStateTomography',
    description: 'Prepares a Bell state and measures it in nine bases: its fidelity',
    inputs: pairWithPulse,
    runParameters: calibration,
    outputs: [{ name: 'bell_state_fidelity', unit: '', description: 'Fidelity of the prepared Bell state' }],
  },
  {
    name: 'CheckCrossResonance',
    description: 'Drives the control at the frequency of the target and follows the target for both control states',
    inputs: inputs.pair,
    runParameters: calibration,
    outputs: crossResonance,
  },
  {
    name: 'CheckZX90',
    description: 'Repeats the ZX90 gate and checks whether its error accumulates',
    inputs: pairWithPulse,
    runParameters: { repetitions: int(20, '', 'Maximum number of consecutive gates'), ...calibration },
  },
  {
    name: 'CreateZX90',
    description: 'Finds amplitude and duration of a ZX90 gate',
    inputs: pairWithPulse,
    runParameters: calibration,
    outputs: [...crossResonance, { name: 'zx90_gate_time', unit: 'ns', description: 'Duration of the ZX90 gate' }],
  },
]);
