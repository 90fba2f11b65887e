import { toYaml } from '#shared/devices/rules/export/yaml.ts';
import { unknownReference } from '#shared/kernel/errors.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import type { TaskBackend, TaskDefinition } from '#shared/runs/rules/tasks/definition.ts';
import type { FileNode } from '../rules/file-tree.ts';
import { taskFilePath, taskFolder } from '../rules/file-tree.ts';

/** The backends whose tasks are known, and what they are. */
const backends: Readonly<Record<TaskBackend, string>> = {
  simulator: 'The simulator of the service',
  qubex: 'What QDash lists for qubex; a worker runs it',
  fake: 'What QDash lists for its fake backend',
};

const tasksOf = (backend: string): TaskDefinition[] =>
  taskCatalogue.filter(({ backends }) => backends.some((name) => name === backend));

/** The backends with what they are. */
export const taskBackends = (): { name: string; description: string; tasks: string[] }[] =>
  Object.entries(backends).map(([name, description]) => ({
    ...{ name, description },
    tasks: tasksOf(name).map((task) => task.name),
  }));

/** Names of all standard tasks by category. */
export const tasksByCategory = (): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(taskCatalogue, ({ category }) => category)].map(([category, tasks]) => [
      category,
      tasks.map(({ name }) => name),
    ]),
  );

/** The folders of a backend, one a category; none for an unknown one. */
export const taskTree = (backend: string): FileNode[] =>
  [...Map.groupBy(tasksOf(backend), ({ category }) => category)].map(([category, tasks]) => ({
    ...{ name: taskFolder(category), path: `${backend}/${taskFolder(category)}` },
    children: tasks.map((task) => ({ name: `${task.name}.yaml`, path: taskFilePath(backend, task) })),
  }));

/** The definition of a task as YAML. @throws ServiceError `unknown-reference`. */
export function readTaskFile(path: string): { path: string; name: string; content: string } {
  const [backend = ''] = path.split('/');
  const task = tasksOf(backend).find((one) => taskFilePath(backend, one) === path);
  if (!task) throw unknownReference(`File '${path}' not found among the definitions of tasks`);
  const { timeoutMinutes, runParameters, inputs, outputs, ...said } = task;
  const parameters = Object.entries(runParameters).map(([name, { valueType, ...parameter }]) => [
    name,
    { ...parameter, value_type: valueType },
  ]);
  const content = toYaml({
    ...said,
    ...{ timeout_minutes: timeoutMinutes, inputs, run_parameters: Object.fromEntries(parameters), outputs },
  });
  return { path, name: `${task.name}.yaml`, content };
}

/** Tasks that a backend can run: in the order of the catalogue, by category, or by name. None for an unknown backend. */
export function listTaskInfo(backend: string, order: string | undefined): TaskDefinition[] {
  const tasks = taskCatalogue.filter(({ backends }) => backends.some((name) => name === backend));
  return order === 'name' ? tasks.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : tasks;
}
