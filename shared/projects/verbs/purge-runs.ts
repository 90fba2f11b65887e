import { forEachConcurrent } from '../../kernel/concurrency.ts';
import { type Database, queryPages } from '../../kernel/store/dynamodb/database.ts';
import type { GuardedWriter } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { projectKeys, runKeys, taskKeys } from '../../kernel/store/keys.ts';
import { decodeTaskRow } from '../../results/store/task-results.ts';
import { type ExecutionRecord, executionEntity } from '../../runs/store/executions.ts';

/** Results that are looked at concurrently. */
const concurrency = 8;

/**
 * Deletes the executions of a project with their results, logs and calibration notes. An execution leads to all of
 * these, so it is deleted last and an interrupted purge finds it again. An archive may bring the project back under its
 * id once it is purged: a process that paused until then deletes nothing of the new project, which the writer's guard
 * ensures.
 */
export async function purgeRuns(db: Database, projectId: string, writer: GuardedWriter): Promise<void> {
  for await (const items of queryPages(db, projectKeys.executions(projectId)))
    for (const item of items) await purgeExecution(db, executionEntity.decode(item), writer);
}

async function purgeExecution(
  db: Database,
  { projectId, executionId, flowRunId, note }: ExecutionRecord,
  writer: GuardedWriter,
): Promise<void> {
  const pk = taskKeys.ofExecution(projectId, executionId);
  // The records of its repeats share the partition of the result.
  for await (const items of queryPages(db, { index: 'gsi2', pk }))
    await forEachConcurrent(items.map(decodeTaskRow), concurrency, ({ taskId }) =>
      writer.deleteRange({ pk: taskKeys.result(projectId, taskId).pk }),
    );
  // What it repeats may be archived: no row leads there then.
  const { source_task_id: source } = note;
  if (typeof source === 'string') await writer.deleteRange(taskKeys.reExecutions(projectId, source));
  await writer.deleteRange({ pk });
  await writer.write([{ delete: runKeys.run(projectId, flowRunId) }]);
  await writer.flush();
  await writer.write([{ delete: projectKeys.execution(projectId, executionId) }]);
  await writer.flush();
}
