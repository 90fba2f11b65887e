import type { ProjectContext } from '../../context.ts';
import { notInProject } from '../../errors.ts';
import type { Stored } from '../../store/codec.ts';
import { queryAll } from '../../store/database.ts';
import { type ExecutionRecord, getExecution } from '../../store/executions.ts';
import { taskKeys } from '../../store/keys.ts';
import { decodeTaskRow, type TaskRow } from '../../store/task-results.ts';

/**
 * An execution as it stands with the rows of its tasks in the order of the run: the slim rows of an index, without
 * parameters and paths, about half a kilobyte each, so that those of 5,120 tasks fit one answer. They may lag.
 * @throws Refusal `not-found`.
 */
export async function readExecution(
  ctx: ProjectContext,
  executionId: string,
  withTasks: boolean,
): Promise<{ execution: Stored<ExecutionRecord>; tasks: TaskRow[] }> {
  const { db, projectId } = ctx;
  const rows = { index: 'gsi2' as const, pk: taskKeys.ofExecution(projectId, executionId) };
  const [execution, items] = await Promise.all([
    getExecution(db, projectId, executionId),
    withTasks ? queryAll(db, rows) : [],
  ]);
  if (!execution) throw notInProject('Execution', executionId, projectId);
  return { execution, tasks: items.map(decodeTaskRow).sort((a, b) => a.index - b.index) };
}
