import { tasksOf } from './definition.ts';
import { list } from './parameters.ts';

/** Tasks that prepare the control electronics. */
export const boxSetupTasks = tasksOf('Box Setup', { type: 'global' }, [
  { name: 'CheckNoise', description: 'Records what the readout lines show while nothing is driven' },
  { name: 'CheckStatus', description: 'Queries the state of every control unit' },
  {
    name: 'Configure',
    type: 'qubit',
    description: 'Loads the settings of one qubit into the unit that drives it',
  },
  {
    name: 'ConfigureAll',
    type: 'system',
    description: 'Loads the settings of all qubits into the control units',
    runParameters: { mux_ids: list([], 'Multiplexers to configure; all when empty') },
  },
  { name: 'DumpBox', description: 'Reads the configuration of every control unit back' },
  { name: 'LinkUp', description: 'Brings up the links between the control units' },
  {
    name: 'ReadoutConfigure',
    description: 'Loads the settings of the readout alone',
    runParameters: { qubits: list([], 'Qubits to configure; all when empty') },
  },
]);
