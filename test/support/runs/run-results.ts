import { paginateScan } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { chipStatisticsEntity } from '#shared/chips/store/chip-statistics.ts';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type Database } from '#shared/kernel/store/dynamodb/database.ts';
import type { TargetRef } from '#shared/kernel/store/keys.ts';
import { isLater, latestResultEntity } from '#shared/results/store/latest-results.ts';
import { type TaskResultRecord, targetOf, taskResultEntity } from '#shared/results/store/task-results.ts';
import type { PlannedTask, TaskType } from '#shared/runs/rules/plan.ts';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import type { OutputParameter, TaskOutcome } from '#shared/runs/rules/task-outcome.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { executionRecord } from '#test/support/runs/execution.ts';

/** Stores an active run, under fence 1. */
export async function putRunning(db: Database, given: Partial<ExecutionRecord>): Promise<ExecutionRecord> {
  // Another id than that of a run that was stored whole.
  const execution = executionRecord({ executionId: '20250102-000', status: 'running', fence: 1, ...given });
  await batchWriteItems(db, [{ put: executionEntity.encode(execution, 1) }]);
  return execution;
}

/** A task of a plan. */
export const plannedTask = (
  index: number,
  given: { taskId?: string; name?: string; type?: TaskType; target?: string; trial?: true } = {},
): PlannedTask => ({
  index,
  taskId: given.taskId ?? `task-${index}`,
  stage: 0,
  step: 0,
  attempt: 0,
  task: {
    name: given.name ?? 'CheckT1',
    type: given.type ?? 'qubit',
    parameters: {},
    ...(given.trial ? { trial: true } : {}),
  },
  target: given.target ?? String(index),
  upstreamId: '',
});

/** A measured value. */
export const measuredValue = (value: number, unit = 'us'): OutputParameter => ({
  value,
  error: 0.5,
  unit,
  valueType: 'float',
  description: 'measured',
});

/** What came of a task: T1 of 40 us, measured within a minute. */
export const outcomeOf = (planned: PlannedTask, given: Partial<TaskOutcome> = {}): TaskOutcome => ({
  taskId: planned.taskId,
  name: planned.task.name,
  type: planned.task.type,
  target: planned.target,
  upstreamId: planned.upstreamId,
  status: 'completed',
  message: '',
  inputParameters: {},
  runParameters: { shots: { value: 1024, valueType: 'int', unit: '', description: 'Number of shots' } },
  outputParameters: { t1: measuredValue(40) },
  r2: 0.98,
  figures: [],
  rawData: [],
  startAt: '2025-03-01T11:59:00.000Z',
  endAt: '2025-03-01T12:00:00.000Z',
  ...given,
});

/** Every item of a table. */
export async function scan({ client, tableName }: Database): Promise<Item[]> {
  const items: Item[] = [];
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items.map(fromImage));
  return items;
}

const countsOf = (results: readonly TaskResultRecord[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const present = (counts: object): object =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0 && count !== undefined));

/**
 * What must hold at any moment: the counts of every execution and of every chip are those of the rows, and the latest
 * rows are the latest of the measured results. @returns the results.
 */
export async function checkResults(db: Database, zone: string, chips: readonly string[]): Promise<TaskResultRecord[]> {
  const items = await scan(db);
  const of = (entity: string) => items.filter((item) => item.entity === entity);
  const results = of('task-result').map((item) => {
    const { rev: _, ...result } = taskResultEntity.decode(item);
    return result as TaskResultRecord;
  });
  for (const execution of of('execution').map((item) => executionEntity.decode(item))) {
    const own = results.filter(({ executionId }) => executionId === execution.executionId);
    expect(present(execution.taskCounts)).toEqual(countsOf(own));
  }
  for (const chip of chips) {
    const own = results.filter(({ chipId }) => chipId === chip);
    const item = of('chip-statistics').find(({ chipId }) => chipId === chip);
    const statistics = item && chipStatisticsEntity.decode(item);
    const counts = Object.fromEntries(TASK_STATUSES.map((status) => [status, statistics?.[status]]));
    expect(present(counts)).toEqual(countsOf(own));
    expect(statistics?.taskResults ?? 0).toBe(own.length);
  }
  const rows = of('latest-result')
    .map((item) => latestResultEntity.decode(item))
    .filter(({ chipId }) => chips.includes(chipId))
    .map((row) => ({ ...row, date: row.date }));
  const inOrder = (list: LatestRow[]) =>
    list
      .map(({ task, target, date, endAt, taskId }) => [task, target.kind, target.id, date, endAt, taskId].join(' '))
      .sort();
  expect(inOrder(rows)).toEqual(
    inOrder(
      expectedLatest(
        results.filter(({ chipId }) => chips.includes(chipId)),
        zone,
      ),
    ),
  );
  return results;
}

type LatestRow = { task: string; target: TargetRef; date: string | undefined; endAt: string; taskId: string };

/** The latest rows that results are to have. */
export function expectedLatest(results: readonly TaskResultRecord[], zone: string): LatestRow[] {
  const latest = new Map<string, LatestRow>();
  for (const result of results) {
    const target = targetOf(result);
    const { name: task, taskId, endAt } = result;
    if (!target || endAt === undefined || !['completed', 'failed'].includes(result.status)) continue;
    // A task that was only closed measured nothing that is known of.
    if (result.message.startsWith('closed') || result.excluded || result.trial) continue;
    for (const date of [undefined, calendarDate(endAt, zone)]) {
      const key = JSON.stringify([result.chipId, task, target.kind, target.id, date]);
      if (isLater({ endAt, taskId }, latest.get(key))) latest.set(key, { task, target, date, endAt, taskId });
    }
  }
  // The latest of all stands for its day too.
  const lastDays = new Set(
    [...latest].flatMap(([key, { date, endAt }]) =>
      date === undefined ? [JSON.stringify([...JSON.parse(key).slice(0, 4), calendarDate(endAt, zone)])] : [],
    ),
  );
  return [...latest].flatMap(([key, row]) => (lastDays.has(key) ? [] : [row]));
}
