import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { itemOf } from '#shared/archives/store/archived-items.ts';
import { readArchiveRecords } from '#shared/archives/verbs/read-records.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { type ArchivedMonthRecord, archivedMonthEntity } from '#shared/results/store/archived-months.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { restoreMonth } from '#shared/results/verbs/archive/read-months.ts';
import { readResultsFile } from '#shared/results/verbs/archive/results-file.ts';
import { markDueMonths } from '#shared/results/verbs/due/due-months.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { resultsKey } from '#shared/runs/rules/artifact-path.ts';
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

const days = [10, 11, 12, 13];
const all = days.map((day) => `of-${day}`);

/** Four results of January, of which three leave the table; now it is April. */
beforeEach(async () => {
  await verbs.empty();
  indexes.catchUp();
  verbs.now = new Date('2025-01-10T00:00:00.000Z');
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId }));
  for (const [n, day] of days.entries()) {
    const [startAt, endAt] = [`2025-01-${day}T12:00:00.000Z`, `2025-01-${day}T12:01:00.000Z`];
    verbs.now = new Date(endAt);
    const planned = plannedTask(n, { target: '0', taskId: `of-${day}` });
    const outcome = outcomeOf(planned, { startAt, endAt, outputParameters: { t1: measuredValue(day) } });
    const ref = { projectId: ctx.projectId, executionId, fence: 1 };
    await writeTaskResults(ctx, ref, [{ kind: 'ended', planned, outcome }]);
  }
  verbs.now = new Date('2025-04-15T12:00:00.000Z');
});

/** Archives what is due, also what was brought back for two days. */
const archive = async () => {
  verbs.now = new Date(verbs.now.getTime() + 3 * 86_400_000);
  const config = { ...verbs.ctx.config, resultsKeptMonths: 1 };
  await markDueMonths({ ...verbs.ctx, config }, { projectId: ctx.projectId, chipId: 'chip' });
  expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });
};
const bringBack = async () => {
  await restoreMonth(ctx, { chipId: 'chip', month: '202501', days: 2 });
  expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });
};

let pages: number;

/** The lines of one pass over the project, in small pages; `meanwhile` happens behind a page, or the last. */
async function pass(meanwhile?: { page: number; happens: () => Promise<void> }): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const read = await readArchiveRecords(ctx, cursor, { characters: 400, steps: 2 });
    lines.push(...read.lines);
    const isLast = read.nextCursor === null;
    if (meanwhile && (page === meanwhile.page || (isLast && page < meanwhile.page))) await meanwhile.happens();
    pages = page + 1;
    if (read.nextCursor === null) return lines;
    cursor = read.nextCursor;
  }
}

/** What an export keeps: it reads until a pass is as the one before (rule ARCHIVE-4). */
async function exported(meanwhile: { page: number; happens: () => Promise<void> }): Promise<string[]> {
  let before = await pass(meanwhile);
  for (let passes = 1; passes < 6; passes += 1) {
    const lines = await pass();
    if (lines.join() === before.join()) return lines;
    before = lines;
  }
  throw new Error('The project changed during every pass');
}

/** The results that an archive has as records, and those that it has in the files alone. */
async function resultsIn(lines: readonly string[]): Promise<{ records: string[]; files: string[] }> {
  const kinds = ['task-result', 'archived-month'];
  const items = lines
    .filter((line) => kinds.includes((JSON.parse(line) as { kind: string }).kind))
    .map((line) => itemOf(line, ctx.projectId, () => undefined));
  const records = items
    .filter(({ entity }) => entity === taskResultEntity.name)
    .map((item) => taskResultEntity.decode(item).taskId);
  const months = items
    .filter(({ entity }) => entity === archivedMonthEntity.name)
    .map((item): ArchivedMonthRecord => archivedMonthEntity.decode(item));
  const files = months.flatMap((month) =>
    month.parts.filter(({ isOut }) => isOut).map(({ name }) => resultsKey({ ...month, name })),
  );
  const read = files.map((key) => readResultsFile(verbs.ctx.objects.kept.get(key) ?? new Uint8Array()));
  return { records: records.sort(), files: (await Promise.all(read)).flat().map(({ taskId }) => taskId) };
}

it('an export during which results move, into files or back, has each of them once, wherever it was meanwhile', async () => {
  await pass();
  const places = [0, 1, 2, 3, 4].map((quarter) => Math.floor(((pages - 2) * quarter) / 4));
  expect(new Set(places).size).toBe(5);
  for (const page of places)
    for (const happens of [archive, bringBack]) {
      const { records, files } = await resultsIn(await exported({ page, happens }));
      expect([...records, ...files].sort()).toEqual(all);
      expect(files.length).toBe(happens === archive ? 3 : 0);
    }
});

it('an export is refused while an index does not show results that came back', async () => {
  await archive();
  await indexes.stop(verbs.db.tableName);
  await bringBack();
  await expect(pass()).rejects.toMatchObject({ code: 'concurrent_change' });
  indexes.catchUp();
  expect(await resultsIn(await pass())).toEqual({ records: all, files: [] });
});

it('a month that an archive brings half done is gone on with, also where nothing is archived', async () => {
  await archive();
  await restoreMonth(ctx, { chipId: 'chip', month: '202501', days: 2 });
  const [line = ''] = (await pass()).filter((one) => one.includes('"kind":"archived-month"'));
  const { dueAt } = archivedMonthEntity.decode(itemOf(line, ctx.projectId, () => undefined));
  expect(dueAt).toBeUndefined();
  await writeItem(verbs.db, { put: itemOf(line, ctx.projectId, () => undefined) });
  await markDueMonths(verbs.ctx, { projectId: ctx.projectId, chipId: 'chip' });
  expect(await sweepPending(verbs.ctx)).toMatchObject({ finished: 1, failed: 0 });
  expect((await resultsIn(await pass())).records).toEqual(all);
});
