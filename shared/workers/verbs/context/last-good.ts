import { atMost } from '../../../kernel/concurrency.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { type LatticeRef, taskKeys } from '../../../kernel/store/keys.ts';
import { listLatest } from '../../../results/store/latest-results.ts';
import { decodeTaskRow } from '../../../results/store/task-results.ts';
import { listUsedTasks } from '../../../results/verbs/tasks/list-used.ts';
import { type NamedTask, type Position, tasksOfPage } from './position.ts';

/** The newest result of a task on a target that has completed and counts. */
export interface LastGood {
  task: string;
  target: LatticeRef;
  executionId: string;
  taskId: string;
  endAt: string;
}

/** Results that are looked back over where the latest one has failed. */
const lookBack = 25;

/** Histories that are read concurrently. */
const concurrency = 16;

/** Where the last good results begin; undefined in a project that has used no task. */
export async function firstTasks(
  ctx: ProjectContext,
  of: Pick<Position, 'executionId' | 'chipId'>,
): Promise<Position | undefined> {
  return positionOf(of, await usedTasks(ctx), 0);
}

/** A task that was announced and never used has no result. */
async function usedTasks(ctx: ProjectContext): Promise<NamedTask[]> {
  return (await listUsedTasks(ctx)).flatMap(({ name, taskType }): NamedTask[] =>
    taskType === 'qubit' || taskType === 'coupling' ? [{ name, kind: taskType }] : [],
  );
}

function positionOf(
  { executionId, chipId }: Pick<Position, 'executionId' | 'chipId'>,
  all: readonly NamedTask[],
  from: number,
): Position | undefined {
  const tasks = all.slice(from, from + tasksOfPage);
  return tasks.length === 0 ? undefined : { executionId, chipId, at: 'tasks', tasks, next: from + tasksOfPage };
}

/**
 * The last good results of the tasks that a position names, and the position of the next ones. Where the latest result has failed, the
 * 25 before it are looked at.
 */
export async function readLastGood(
  ctx: ProjectContext,
  position: Extract<Position, { at: 'tasks' }>,
): Promise<{ lastGood: LastGood[]; next: Position | undefined }> {
  const { db, projectId } = ctx;
  const { chipId, tasks } = position;
  const [all, ...latest] = await Promise.all([
    usedTasks(ctx),
    ...tasks.map(async ({ name, kind }) => {
      const rows = await listLatest(db, { projectId, chipId, task: name }, kind);
      return rows.map((row) => ({ ...row, target: { kind, id: row.target.id } }));
    }),
  ]);
  const rows = latest.flat();
  const good = rows
    .filter(({ result }) => result.status === 'completed')
    .map(({ task, target, taskId, endAt, result }) => ({
      task,
      target,
      taskId,
      endAt,
      executionId: result.executionId,
    }));
  const failed = rows.filter(({ result }) => result.status !== 'completed');
  const inTurn = atMost(concurrency);
  const before = await Promise.all(
    failed.map(({ task, target }) => inTurn(() => goodBefore(ctx, chipId, task, target))),
  );
  return {
    lastGood: [...good, ...before.filter((found) => found !== undefined)],
    next: positionOf(position, all, position.next),
  };
}

async function goodBefore(
  { db, projectId }: ProjectContext,
  chipId: string,
  task: string,
  target: LatticeRef,
): Promise<LastGood | undefined> {
  const pk = taskKeys.ofTarget(projectId, chipId, task, target);
  const { items } = await queryPage(db, { index: 'gsi3', pk, descending: true }, { limit: lookBack });
  const row = items
    .map(decodeTaskRow)
    .find(({ status, excluded, trial, closed }) => status === 'completed' && !excluded && !trial && !closed);
  return row && { task, target, taskId: row.taskId, endAt: row.endAt ?? '', executionId: row.executionId };
}
