import type { TaskCategory, TaskDefinition } from '#shared/runs/rules/tasks/definition.ts';

/** A folder, or a file: without children. */
export interface FileNode {
  name: string;
  path: string;
  children?: FileNode[] | undefined;
}

/** The folder of a category of tasks. */
export const taskFolder = (category: TaskCategory): string => category.toLowerCase().replaceAll(' ', '_');

/** Where the definition of a standard task is found: `<backend>/<category>/<task>.yaml`. */
export const taskFilePath = (backend: string, { category, name }: Pick<TaskDefinition, 'category' | 'name'>): string =>
  `${backend}/${taskFolder(category)}/${name}.yaml`;
