import type { ProjectContext } from '../../../kernel/context.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { taskResultEntity } from '../../../results/store/task-results.ts';
import type { ComparedCell, ComparedSide } from '../../rules/differences/compared.ts';
import { SAME_TASK_MINUTES } from '../../rules/judge-change.ts';

/**
 * The cells with the tasks of values that were measured so shortly one after the other that it matters whether one task did
 * (rule STAT-21). Of others nothing is read.
 */
export async function withTaskNames(ctx: ProjectContext, cells: readonly ComparedCell[]): Promise<ComparedCell[]> {
  const ids = [
    ...new Set(cells.filter(isClose).flatMap(({ before, after }) => [before?.taskId, after?.taskId])),
  ].filter((id) => id !== undefined);
  if (ids.length === 0) return [...cells];
  const items = await batchGetItems(
    ctx.db,
    ids.map((id) => taskKeys.result(ctx.projectId, id)),
  );
  const names = new Map(items.map((item, n) => [ids[n], item && taskResultEntity.decode(item).name]));
  const named = (side: ComparedSide | undefined) => side && { ...side, taskName: names.get(side.taskId) };
  return cells.map((cell) => ({ ...cell, before: named(cell.before), after: named(cell.after) }));
}

function isClose({ before, after }: ComparedCell): boolean {
  if (before?.taskId === undefined || after?.taskId === undefined || before.taskId === after.taskId) return false;
  return Math.abs(Date.parse(before.at) - Date.parse(after.at)) <= SAME_TASK_MINUTES * 60_000;
}
