import type { ProjectContext } from '../../../kernel/context.ts';
import { taskCatalogue } from '../../../runs/rules/task-catalogue.ts';
import { readAnnouncements } from '../../../workers/verbs/presence/announced.ts';
import { managedBackend } from '../prepare-task.ts';

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
