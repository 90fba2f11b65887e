import { taskCatalogue } from '../../../runs/rules/task-catalogue.ts';
import type { TaskDefinition } from '../../../runs/rules/tasks/definition.ts';

/** Tasks that a backend can run: in the order of the catalogue, by category, or by name. None for an unknown backend. */
export function listTaskInfo(backend: string, order: string | undefined): TaskDefinition[] {
  const tasks = taskCatalogue.filter(({ backends }) => backends.some((name) => name === backend));
  return order === 'name' ? tasks.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : tasks;
}
