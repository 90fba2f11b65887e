import type { ProjectContext } from '../../context.ts';
import { taskCatalogue } from '../../domain/runs/task-catalogue.ts';
import { managedBackend } from '../flows/prepare-task.ts';
import { readAnnouncements } from '../worker-presence/announced.ts';

/** Names of the tasks of a backend by their type: the standard tasks of the simulator, else what workers have announced. */
export async function pipelineTasks(ctx: ProjectContext, backend: string): Promise<Record<string, string[]>> {
  const tasks =
    backend === managedBackend
      ? taskCatalogue
      : (await readAnnouncements(ctx, ctx.projectId, backend)).flatMap((one) =>
          one.tasks.map(({ name, taskType }) => ({ name, type: taskType })),
        );
  const byType = Object.groupBy(tasks, ({ type }) => type);
  return Object.fromEntries(
    Object.entries(byType).map(([type, some]) => [type, [...new Set(some.map(({ name }) => name))].sort()]),
  );
}
