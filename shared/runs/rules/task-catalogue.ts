import { benchmarkingTasks } from './tasks/benchmarking.ts';
import { boxSetupTasks } from './tasks/box-setup.ts';
import { cwTasks } from './tasks/cw.ts';
import type { TaskDefinition } from './tasks/definition.ts';
import { measurementTasks } from './tasks/measurement.ts';
import { oneQubitCoarseTasks } from './tasks/one-qubit-coarse.ts';
import { oneQubitFineTasks } from './tasks/one-qubit-fine.ts';
import { twoQubitTasks } from './tasks/two-qubit.ts';

export type { TaskDefinition } from './tasks/definition.ts';
export { simulatorParameters } from './tasks/parameters.ts';

/** Every standard task (rule QDASH-17), by category from setting up to benchmarking. */
export const taskCatalogue: readonly TaskDefinition[] = [
  ...boxSetupTasks,
  ...cwTasks,
  ...oneQubitCoarseTasks,
  ...oneQubitFineTasks,
  ...measurementTasks,
  ...twoQubitTasks,
  ...benchmarkingTasks,
];

const byName = new Map(taskCatalogue.map((task) => [task.name, task]));

/** Names of all standard tasks, in the order of the catalogue. */
export const taskNames: readonly string[] = taskCatalogue.map((task) => task.name);

/** The definition of a standard task; undefined for any other name. */
export const findTask = (name: string): TaskDefinition | undefined => byName.get(name);
