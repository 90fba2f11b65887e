import type { TaskCategory, TaskDefinition } from './tasks/definition.ts';

/** The folder of a category of tasks. */
export const taskFolder = (category: TaskCategory): string => category.toLowerCase().replaceAll(' ', '_');

/** Where the definition of a standard task is found: `<backend>/<category>/<task>.yaml`. */
export const taskFilePath = (backend: string, { category, name }: Pick<TaskDefinition, 'category' | 'name'>): string =>
  `${backend}/${taskFolder(category)}/${name}.yaml`;
