import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ExportRecord } from '#shared/devices/store/exports.ts';
import { beginning } from '#shared/devices/verbs/export/rows/beginning.ts';
import { columnsOf, rowPages } from '#shared/devices/verbs/export/rows/row-pages.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { type LaggingIndexes, lagIndexes } from '#test/support/engine/lagging-index.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let indexes: LaggingIndexes;
let executionId: string;
beforeAll(async () => {
  verbs = await startVerbs();
  indexes = lagIndexes(verbs.client);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  indexes.catchUp();
  at(0);
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, createdAt: instant(0) }));
});

const instant = (minute: number) => new Date(Date.UTC(2025, 2, 1, 12, minute)).toISOString();
function at(minute: number): void {
  verbs.now = new Date(instant(minute));
}

const asked = (kind: ExportRecord['kind'], more: Partial<ExportRecord['filter']> = {}): ExportRecord => ({
  ...{ projectId: ctx.projectId, exportId: 'e', kind, format: 'csv', fileName: 'f', requestedBy: 'alice' },
  ...{ filter: { chipId: 'chip', endAt: '2100-01-01T00:00:00.000Z', ...more }, requestedAt: instant(0) },
  ...{ status: 'running', rows: 0, bytes: 0, lastPart: 0 },
});

async function rowsOf(record: ExportRecord): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const page of rowPages(verbs.db, record, undefined)) rows.push(...page.rows);
  return rows;
}

/** T1 of qubit 0, measured now by the run. */
async function measure(n: number): Promise<void> {
  const planned = plannedTask(n, { target: '0' });
  const at = verbs.now.toISOString();
  const outcome = outcomeOf(planned, { startAt: at, endAt: at, outputParameters: { t1: measuredValue(40 + n) } });
  await writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, [
    { kind: 'ended', planned, outcome },
  ]);
}

/** The task and the T1 of each row, as the table has them. */
async function told(record: ExportRecord): Promise<unknown[][]> {
  const names = columnsOf(record).map(({ name }) => name);
  const rows = await rowsOf(record);
  return rows.map((row) => [row[names.indexOf('task_id')], row[names.indexOf('t1_us')]]);
}

test('an export of task results has what was written until the instant that it says, and says that its index is behind', async () => {
  at(1);
  await measure(0);
  at(2);
  const whole = await beginning(ctx, asked('task_results'));
  expect(whole).toEqual({ metrics: ['t1'], completeUntil: instant(2), archivedMonths: [] });
  await indexes.stop(verbs.db.tableName);
  at(3);
  await measure(1);
  at(4);
  const behind = await beginning(ctx, asked('task_results'));
  expect(behind.completeUntil).toBe(instant(1));
  expect(await told({ ...asked('task_results'), ...behind })).toEqual([['task-0', 40]]);
  indexes.catchUp();
  const later = await beginning(ctx, asked('task_results'));
  expect(later.completeUntil).toBe(instant(4));
  expect(await told({ ...asked('task_results'), ...later })).toEqual([
    ['task-0', 40],
    ['task-1', 41],
  ]);
});

test('an export of task results that meets an index in a moment of lag waits until that has caught up', async () => {
  at(1);
  await measure(0);
  await indexes.stop(verbs.db.tableName);
  at(2);
  await measure(1);
  let looks = 0;
  const clock = () => {
    looks += 1;
    if (looks === 3) indexes.catchUp();
    return verbs.now;
  };
  expect((await beginning({ ...ctx, clock }, asked('task_results'))).completeUntil).toBe(instant(2));
  expect(looks).toBe(3);
});

test('an export of samples reads the table itself, whatever an index shows', async () => {
  await indexes.stop(verbs.db.tableName);
  at(3);
  await measure(0);
  at(4);
  const found = await beginning(ctx, asked('samples'));
  expect(found).toEqual({ completeUntil: instant(4) });
  expect(await rowsOf({ ...asked('samples'), ...found })).toHaveLength(1);
});
