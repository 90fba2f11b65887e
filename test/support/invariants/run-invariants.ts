import { expect } from 'vitest';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { lockScopeOf, projectEntity } from '#shared/projects/store/projects.ts';
import { type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { executionIdPattern } from '#shared/runs/rules/ids.ts';
import { isEnded, isOpen, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { holdersOf, lockEntity, runPointerEntity } from '#shared/runs/store/locks.ts';

/** Every item of a table as text, by key. */
type Table = ReadonlyMap<string, string>;

const itemOf = (text: string) =>
  fromImage(JSON.parse(text)) as { entity: string; status: ExecutionRecord['status'] & TaskStatus };
const of = <T>(table: Table, entity: { name: string; decode(item: Record<string, unknown>): T }): T[] =>
  [...table.values()]
    .map(itemOf)
    .filter((item) => item.entity === entity.name)
    .map((item) => entity.decode(item));

/**
 * The invariants of the runs of one project after any concurrency and any crash (rules RUN-1, RUN-2, RUN-3, RUN-6 and
 * RUN-22): at most one run is active, or one a chip where locks are per chip, and owns its lock, those of the past
 * aside; lock, execution and pointer exist together; ids are in the order of the
 * starts; an ended run has no open task, its counts are those of its tasks, and it is cancelled exactly if that was
 * requested.
 */
export function checkRuns(table: Table): void {
  const executions = of<ExecutionRecord>(table, executionEntity);
  const results = of<TaskResultRecord>(table, taskResultEntity);
  const alive = executions.filter(({ status, past }) => !isEnded(status) && !past);
  const [lock] = of(table, lockEntity);
  const scope = lockScopeOf(of(table, projectEntity).find(({ projectId }) => projectId === executions[0]?.projectId));
  const covered = alive.map(({ chipId }) => (scope === 'chip' ? chipId : 'project'));
  expect(new Set(covered).size).toBe(covered.length);
  const ownersOf = (runs: readonly { executionId: string; chipId: string }[]) =>
    runs.map(({ executionId, chipId }) => `${executionId} on ${chipId}`).sort();
  expect(ownersOf(holdersOf(lock))).toEqual(ownersOf(alive));
  const pointers = of(table, runPointerEntity);
  expect(pointers.map(({ executionId }) => executionId).sort()).toEqual(
    executions.map(({ executionId }) => executionId).sort(),
  );
  for (const execution of executions) {
    const { executionId, status, cancelRequestedAt, taskCounts, note, flowRunId } = execution;
    expect(executionId).toMatch(executionIdPattern);
    expect(note.flow_run_id).toBe(flowRunId);
    const own = results.filter((result) => result.executionId === executionId);
    expect(countsOf(own), executionId).toEqual(withoutZeros(taskCounts));
    if (!isEnded(status)) continue;
    expect(own.filter((result) => isOpen(result.status))).toEqual([]);
    expect([executionId, status === 'cancelled']).toEqual([executionId, cancelRequestedAt !== undefined]);
  }
}

/** Nothing that had ended was changed: neither an execution nor a task. */
export function checkEndedUnchanged(before: Table, after: Table): void {
  for (const [key, text] of before) {
    const { entity, status } = itemOf(text);
    const ended =
      (entity === executionEntity.name && isEnded(status)) || (entity === taskResultEntity.name && !isOpen(status));
    if (ended) expect(after.get(key)).toBe(text);
  }
}

function countsOf(results: readonly TaskResultRecord[]): Partial<Record<TaskStatus, number>> {
  const counts: Partial<Record<TaskStatus, number>> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const withoutZeros = (counts: Partial<Record<TaskStatus, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
