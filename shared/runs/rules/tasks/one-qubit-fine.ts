import { tasksOf } from './definition.ts';
import { inputs } from './inputs.ts';
import { calibration, int } from './parameters.ts';

const repetitions = int(20, '', 'Maximum number of consecutive pulses');

function pulseOutputs(pulse: 'hpi' | 'pi', words: string) {
  return [
    { name: `drag_${pulse}_beta`, unit: 'a.u.', description: `DRAG coefficient of the ${words} pulse` },
    { name: `drag_${pulse}_amplitude`, unit: 'a.u.', description: `Amplitude of the ${words} pulse with DRAG` },
    { name: `drag_${pulse}_length`, unit: 'ns', description: `Length of the ${words} pulse with DRAG` },
  ];
}

/** Calibrations of pulses with a derivative term (DRAG). */
export const oneQubitFineTasks = tasksOf('1Q Fine', {}, [
  {
    name: 'CheckDRAGHPIPulse',
    description: 'Repeats the half-pi pulse with DRAG and checks whether its error accumulates',
    inputs: inputs.dragHpi,
    runParameters: { repetitions, interval: calibration.interval },
  },
  {
    name: 'CheckDRAGPIPulse',
    description: 'Repeats the pi pulse with DRAG and checks whether its error accumulates',
    inputs: inputs.dragPi,
    runParameters: { repetitions, interval: calibration.interval },
  },
  {
    name: 'CreateDRAGHPIPulse',
    description: 'Finds amplitude and derivative term of a half-pi pulse',
    inputs: inputs.rabi,
    runParameters: { drag_hpi_duration: int(16, 'ns', 'Length of the pulse'), ...calibration },
    outputs: pulseOutputs('hpi', 'half-pi'),
  },
  {
    name: 'CreateDRAGPIPulse',
    description: 'Finds amplitude and derivative term of a pi pulse',
    inputs: inputs.rabi,
    runParameters: { drag_pi_duration: int(16, 'ns', 'Length of the pulse'), ...calibration },
    outputs: pulseOutputs('pi', 'pi'),
  },
]);
