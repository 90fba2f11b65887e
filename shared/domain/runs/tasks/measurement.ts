import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration } from './parameters.ts';

/** Calibrations of the readout. */
export const measurementTasks = tasksOf('Measurement', {}, [
  {
    name: 'ReadoutClassification',
    description: 'Reads both prepared states and tells them apart in the plane of I and Q',
    inputs: inputs.dragHpi,
    runParameters: calibration,
    outputs: [
      { name: 'average_readout_fidelity', unit: '', description: 'Share of right answers over both prepared states' },
      { name: 'readout_fidelity_0', unit: '', description: 'Share of right answers after 0 was prepared' },
      { name: 'readout_fidelity_1', unit: '', description: 'Share of right answers after 1 was prepared' },
    ],
  },
]);
