import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration } from './parameters.ts';

/** Calibrations of the readout. */
export const measurementTasks = tasksOf('Measurement', {}, [
  {
    name: 'ReadoutClassification',
    description: 'Reads both prepared states and separates them in the IQ plane',
    inputs: inputs.dragHpi,
    runParameters: calibration,
    outputs: [
      { name: 'average_readout_fidelity', unit: '', description: 'Assignment fidelity over both prepared states' },
      { name: 'readout_fidelity_0', unit: '', description: 'Assignment fidelity of the prepared state 0' },
      { name: 'readout_fidelity_1', unit: '', description: 'Assignment fidelity of the prepared state 1' },
    ],
  },
]);
