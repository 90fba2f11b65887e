import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { chipAsOf } from '#shared/chips/verbs/history/chip-as-of.ts';
import { readTarget } from '#shared/chips/verbs/read-chip.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { repeatableTasks } from '#shared/flows/verbs/repeat-tasks.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { StaleReadError } from '#shared/kernel/store/dynamodb/conflict.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { GuardedWriter } from '#shared/kernel/store/dynamodb/guarded-writer.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { upsertTaskNote } from '#shared/notes/verbs/task-note.ts';
import { purgeRuns } from '#shared/projects/verbs/purge-runs.ts';
import type { Version } from '#shared/results/rules/provenance/types.ts';
import { listArchivedMonths } from '#shared/results/store/archived-months.ts';
import { reExecutionEntity } from '#shared/results/store/re-executions.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { workOnMonth } from '#shared/results/verbs/archive/archive-month.ts';
import { listMonths, readMonth, restoreMonth } from '#shared/results/verbs/archive/read-months.ts';
import { readResultsFile } from '#shared/results/verbs/archive/results-file.ts';
import { markDueMonths } from '#shared/results/verbs/due/due-months.ts';
import { findFile } from '#shared/results/verbs/files/find-files.ts';
import { readOrigin, readOriginOfImpact } from '#shared/results/verbs/provenance/first-reads.ts';
import { readImpact, readLineage } from '#shared/results/verbs/provenance/graphs.ts';
import { readParameterHistory } from '#shared/results/verbs/provenance/history.ts';
import { latestResultsWithin } from '#shared/results/verbs/read/latest-results.ts';
import { listTaskResults } from '#shared/results/verbs/read/list-task-results.ts';
import { taskHistory } from '#shared/results/verbs/read/task-history.ts';
import { readTaskResult } from '#shared/results/verbs/read-task-result.ts';
import { writeReview } from '#shared/results/verbs/reviews/write-review.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { uploadPath } from '#shared/runs/rules/upload-path.ts';
import { getExecution } from '#shared/runs/store/executions.ts';
import { readExecution } from '#shared/runs/verbs/read-execution.ts';
import { readFailures } from '#shared/statistics/verbs/overview/runs-since.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { metricHistory } from '#shared/values/verbs/metric-history.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { interleaved, type Passing } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let executionId: string;
let restore: () => Promise<void>;
afterAll(() => verbs.stop());

const january = [10, 11, 12, 13, 14, 15];
const ids = (days: readonly number[]) => days.map((day) => `january-${day}`);

/** Six results in January and one in March of each of two qubits; now it is April. */
beforeAll(async () => {
  verbs = await startVerbs();
  verbs.now = new Date('2025-01-10T00:00:00.000Z');
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId }));
  for (const day of january) await measure(`january-${day}`, `2025-01-${day}T12:00:00.000Z`, day);
  await measure('march', '2025-03-05T12:00:00.000Z', 50);
  verbs.now = new Date('2025-04-15T12:00:00.000Z');
  await closeDays(keeping(0), later(600));
  await closeSpans(verbs.ctx, later(600));
  restore = await verbs.keep();
});
beforeEach(() => restore());

async function measure(name: string, endAt: string, t1: number): Promise<void> {
  verbs.now = new Date(endAt);
  const startAt = new Date(Date.parse(endAt) - 60_000).toISOString();
  const changes = ['0', '1'].map((target, n) => {
    const planned = plannedTask(n, { target, taskId: target === '0' ? name : `${name}-of-1` });
    const outcome = outcomeOf(planned, { startAt, endAt, outputParameters: { t1: measuredValue(t1 + n) } });
    return { kind: 'ended' as const, planned, outcome };
  });
  await writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, changes);
}

const later = (seconds: number) => new Date(verbs.now.getTime() + seconds * 1000);
const keeping = (resultsKeptMonths: number) => ({ ...verbs.ctx, config: { ...verbs.ctx.config, resultsKeptMonths } });
const ref = () => ({ projectId: ctx.projectId, chipId: 'chip' });
const archive = async () => {
  await markDueMonths(keeping(1), ref());
  return sweepPending(verbs.ctx);
};
const inTable = async () =>
  (await scan(verbs.db)).filter(({ entity }) => entity === 'task-result').map((item) => taskResultEntity.decode(item));
const idsInTable = async () => (await inTable()).map(({ taskId }) => taskId).sort();
const ofQubit0 = async () => (await idsInTable()).filter((id) => !id.endsWith('-of-1'));
const inFiles = async () => {
  const files = [...verbs.ctx.objects.kept].filter(([key]) => key.startsWith('results/'));
  return (await Promise.all(files.map(([, bytes]) => readResultsFile(bytes)))).flat();
};
const months = async () =>
  (await listArchivedMonths(verbs.db, ctx.projectId)).map(({ month, state, parts }) => [
    month,
    state,
    parts.reduce((sum, { rows }) => sum + rows, 0),
  ]);
/** What is read of values of the past, in any of its forms. */
const past = async () => ({
  history: (await metricHistory(ctx, { chipId: 'chip', kind: 'qubit', id: '0', metric: 't1' }, { withinDays: 365 }))
    .samples,
  asOf: await chipAsOf(ctx, 'chip', '2025-01-12T13:00:00.000Z'),
  rollUps: (await scan(verbs.db)).filter(({ entity }) =>
    ['roll-up', 'target-day', 'latest-result'].includes(String(entity)),
  ),
  now: await readTarget(ctx, 'chip', 'qubit', '0'),
});

it('results of a month that is due are in a file alone, but for the newest of each qubit; later months stay', async () => {
  const before = await inTable();
  expect(await archive()).toMatchObject({ finished: 2, failed: 0 });
  expect(await months()).toEqual([
    ['202501', 'archived', 10],
    ['202502', 'archived', 0],
  ]);
  expect(await ofQubit0()).toEqual(['january-15', 'march']);
  const kept = await inFiles();
  expect(kept.map(({ taskId }) => taskId).sort()).toEqual(
    ids(january.slice(0, 5))
      .flatMap((id) => [id, `${id}-of-1`])
      .sort(),
  );
  const byId = new Map(before.map((result) => [result.taskId, JSON.parse(JSON.stringify(result))]));
  for (const result of kept) expect(result).toEqual(byId.get(result.taskId));
});

it('a result with a note, an excluded one, and one that a thread is about stay', async () => {
  await upsertTaskNote(ctx, 'january-10', 'look at this', undefined);
  await setExcluded(ctx, 'january-11', { excluded: true, reason: 'warm' });
  const about = { category: 'qubit', title: 'Why', labels: [], assignees: [], status: 'open' as const };
  const subjects = [{ type: 'task_result' as const, taskId: 'january-12' }];
  await createThread(ctx, { ...about, subjects, content: 'so low', contentBlocks: '[]' });
  await archive();
  expect(await ofQubit0()).toEqual(['january-10', 'january-11', 'january-12', 'january-15', 'march']);
});

it('the numbers of the chip and of the run are those of the table, and the run is seen whole', async () => {
  await archive();
  const page = { skip: 0, limit: 50, cursor: undefined };
  for (const filter of [{ chipId: 'chip' }, { executionId }]) {
    const list = await listTaskResults(ctx, filter, page);
    expect([list.total, list.records.length, list.completeUntil]).toEqual([4, 4, verbs.now.toISOString()]);
    expect(list.archivedResults).toBe(10);
  }
  const found = await readExecution(ctx, { executionId, include: 'all', page: undefined, ifNoneMatch: undefined });
  if ('unchanged' in found) throw new Error('unchanged');
  expect(found.execution.taskCounts).toEqual({ completed: 14 });
  expect(found.execution.archivedTasks).toEqual({ completed: 10 });
  expect(found.completeUntil).toBe(verbs.now.toISOString());
});

it('histories, views of the past, roll-ups and daily rows are the same bytes after an archive and a rebuild', async () => {
  const before = await past();
  expect(before.history).toHaveLength(7);
  await archive();
  expect(await past()).toEqual(before);
  await rebuildChip(verbs.ctx, ref());
  expect({ ...(await past()), rollUps: [] }).toEqual({ ...before, rollUps: [] });
});

it('an archive that has ended at any request is gone on with, and no result is lost or counted twice', async () => {
  await markDueMonths(keeping(1), ref());
  const all = await idsInTable();
  for (let failing = 1; ; failing += 1) {
    const fault = { before: new Error('killed') };
    verbs.faults.plan(({ number }) => (number >= failing ? fault : undefined));
    await sweepPending(verbs.ctx).catch(() => undefined);
    const calls = verbs.faults.calls().length;
    verbs.faults.clear();
    const somewhere = new Set([...(await idsInTable()), ...(await inFiles()).map(({ taskId }) => taskId)]);
    expect([...somewhere].sort()).toEqual(all);
    if (calls < failing) break;
    verbs.now = later(3600);
  }
  expect(await ofQubit0()).toEqual(['january-15', 'march']);
  const { total } = await listTaskResults(ctx, { chipId: 'chip' }, { skip: 0, limit: 5, cursor: undefined });
  expect(total).toBe(4);
});

it('two sweeps at once, and a second archive, change nothing more than one', async () => {
  await markDueMonths(keeping(1), ref());
  await Promise.all([sweepPending(verbs.ctx), sweepPending(verbs.ctx)]);
  await archive();
  expect(await months()).toEqual([
    ['202501', 'archived', 10],
    ['202502', 'archived', 0],
  ]);
  const { total } = await listTaskResults(ctx, { chipId: 'chip' }, { skip: 0, limit: 5, cursor: undefined });
  expect(total).toBe(4);
});

it('a sweep that paused while another archived its month, which was then brought back, takes nothing out', async () => {
  const before = await idsInTable();
  await markDueMonths(keeping(1), ref());
  const takesOut = ({ command, input }: Passing) =>
    command === 'TransactWriteItems' && JSON.stringify(input).includes('"Delete"');
  const meanwhile = async () => {
    verbs.now = later(3600);
    await sweepPending(verbs.ctx);
    await restoreMonth(ctx, { chipId: 'chip', month: '202501', days: 2 });
    await sweepPending(verbs.ctx);
  };
  // The month alone: a sweep works on both in an order that depends on the time.
  const work = () => workOnMonth(verbs.ctx, { ...ref(), month: '202501' }, later(7200));
  await expect(interleaved(verbs.client, { work, meanwhile, where: takesOut })).rejects.toThrow(StaleReadError);
  expect((await months())[0]).toEqual(['202501', 'restored', 10]);
  expect(await idsInTable()).toEqual(before);
});

it('a note that is written while its result leaves the table is not lost', async () => {
  await markDueMonths(keeping(1), ref());
  const { put } = verbs.ctx.objects;
  const objects = {
    ...verbs.ctx.objects,
    put: async (...file: Parameters<typeof put>) => {
      await put(...file);
      if ((await getItem(verbs.db, taskKeys.result(ctx.projectId, 'january-10')))?.userNote === undefined)
        await upsertTaskNote(ctx, 'january-10', 'look at this', undefined);
    },
  };
  expect(await sweepPending({ ...verbs.ctx, objects })).toMatchObject({ finished: 2, failed: 0 });
  expect(await ofQubit0()).toEqual(['january-10', 'january-15', 'march']);
});

it('results that are asked for are back as they were, until their time is over', async () => {
  const before = await inTable();
  await archive();
  await restoreMonth(ctx, { chipId: 'chip', month: '202501', days: 2 });
  expect(await sweepPending(verbs.ctx)).toMatchObject({ finished: 1, failed: 0 });
  expect((await months())[0]).toEqual(['202501', 'restored', 10]);
  const { backSince: _, ...first } = (await inTable())[0] as unknown as Record<string, unknown>;
  expect(before).toContainEqual(first);
  expect((await inTable()).length).toBe(before.length);
  const { archivedResults } = await listTaskResults(ctx, {}, { skip: 0, limit: 5, cursor: undefined });
  expect(archivedResults).toBe(0);
  await upsertTaskNote(ctx, 'january-12', 'found it', undefined);
  verbs.now = later(2 * 86_400 + 1);
  expect(await sweepPending(verbs.ctx)).toMatchObject({ finished: 1, failed: 0 });
  expect((await months())[0]).toEqual(['202501', 'archived', 10]);
  expect(await ofQubit0()).toEqual(['january-12', 'january-15', 'march']);
});

it('an archived result cannot be excluded, which the refusal explains; a newer one gives way to what stayed', async () => {
  await archive();
  await expect(setExcluded(ctx, 'january-11', { excluded: true, reason: '' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining("archived are the results of chip 'chip' from 202501 to 202502"),
  });
  await setExcluded(ctx, 'march', { excluded: true, reason: '' });
  await setExcluded(ctx, 'january-15', { excluded: true, reason: '' });
  // The result is in a file, and its value is in the history.
  expect((await readTarget(ctx, 'chip', 'qubit', '0')).data.t1).toMatchObject({ value: 14, taskId: 'january-14' });
});

it('an old version whose result is archived keeps what its samples know, and its lineage and impact say what they lack', async () => {
  const of = { chipId: 'chip', metric: 't1', qid: '0' };
  const before = await readParameterHistory(ctx, of, 50);
  await archive();
  const { versions } = await readParameterHistory(ctx, of, 50);
  const months = versions.map(({ version }) => version.archivedMonth);
  expect(months).toEqual([undefined, undefined, '202501', '202501', '202501', '202501', '202501']);
  const known = ({ entityId: _, archivedMonth: __, ...version }: Version) => version;
  expect(versions.map(({ version }) => known(version))).toEqual(before.versions.map(({ version }) => known(version)));
  const [newest, old] = [versions[0]?.version.entityId ?? '', versions[3]?.version.entityId ?? ''];
  const lineage = await readLineage(ctx, await readOrigin(ctx, old), 5);
  expect(lineage).toMatchObject({ origin: versions[3]?.version, complete: false, archivedMonths: ['202501'] });
  expect(lineage.nodes).toMatchObject([
    { kind: 'entity' },
    { kind: 'activity', activity: { name: 'CheckT1', taskId: 'january-13', executionId, archivedMonth: '202501' } },
  ]);
  const impact = await readImpact(ctx, await readOriginOfImpact(ctx, old), 5);
  expect(impact).toMatchObject({ complete: false, archivedMonths: ['202501'] });
  expect((await readLineage(ctx, await readOrigin(ctx, newest), 5)).archivedMonths).toEqual([]);
  // The id of before names the result, which is not in the table.
  const named = before.versions[3]?.version.entityId ?? '';
  await expect(readOrigin(ctx, named)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining("archived are the results of chip 'chip'"),
  });
  await restoreMonth(ctx, { chipId: 'chip', month: '202501', days: 2 });
  await sweepPending(verbs.ctx);
  expect((await readOrigin(ctx, old)).found.version).toEqual(before.versions[3]?.version);
});

it('the months of a deleted chip stay listed with their files, and are neither brought back nor named as those of its successor', async () => {
  await archive();
  const month = { chipId: 'chip', month: '202501' };
  const downloads = { sign: async ({ key }: { key: string }) => key };
  const list = async () => (await listMonths(ctx, { chipId: 'chip', skip: 0, limit: 9 })).months;
  expect((await list()).map(({ month, chipDeleted }) => [month, chipDeleted])).toEqual([
    ['202501', false],
    ['202502', false],
  ]);
  await restoreMonth(ctx, { ...month, days: 2 });
  await deleteChip(ctx, 'chip', { force: true, permanent: true });
  expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  expect(await list()).toMatchObject([{ month: '202501', state: 'archived', chipDeleted: true }]);
  expect((await readMonth({ ...ctx, downloads } as never, month)).files).toHaveLength(1);
  await expect(restoreMonth(ctx, { ...month, days: 2 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(readTaskResult(ctx, 'january-10')).rejects.toThrow('archived are the results of deleted chips: see');
});

it('what needs an archived result says in which months it may be, and that its failures are not counted', async () => {
  await archive();
  const subjects = [{ type: 'task_result' as const, taskId: 'january-10' }];
  const about = { category: 'qubit', title: 'Why', labels: [], assignees: [], status: 'open' as const, subjects };
  const { projectId } = ctx;
  const file = { projectId, flowRunId: 'run', fence: 1, taskId: 'january-10', entry: 'a.csv' };
  const path = uploadPath({ kind: 'raw', ...file });
  const refused = [
    () => upsertTaskNote(ctx, 'january-10', 'look at this', undefined),
    () => writeReview(ctx, 'january-10', undefined, { status: 'completed', markdown: 'good' }),
    () => createThread(ctx, { ...about, content: 'so low', contentBlocks: '[]' }),
    () => findFile({ ...ctx, objects: verbs.ctx.objects }, path),
  ];
  for (const ask of refused)
    await expect(ask()).rejects.toThrow("archived are the results of chip 'chip' from 202501 to 202502");
  const execution = await getExecution(verbs.db, ctx.projectId, executionId);
  if (!execution) throw new Error('no execution');
  const failed = { ...execution, runner: 'managed' as const, status: 'failed' as const, archivedTasks: { failed: 2 } };
  const expected = `Of the failed tasks of run '${executionId}' 2 are archived: bring back 202501 of chip 'chip'`;
  await expect(repeatableTasks(ctx, failed, 'failed')).rejects.toThrow(expected);
  const times = { since: '2025-01-01T00:00:00.000Z', asOf: '2025-02-01T00:00:00.000Z', isPast: true };
  const counted = async (run: typeof execution) =>
    (await readFailures(ctx, { runs: [run], all: true, last: run }, times)).all;
  expect([await counted(execution), await counted(failed)]).toEqual([true, false]);
});

it('the results of a task over time, and the latest of a range, say of which months of the chip some are in files', async () => {
  const of = { chipId: 'chip', task: 'CheckT1' };
  const target = { kind: 'qubit', id: '0' } as const;
  const window = { date: undefined, from: undefined, through: undefined, limit: 10 };
  const [from, through] = ['2025-01-01T00:00:00.000Z', '2025-01-14T00:00:00.000Z'];
  const latest = () => latestResultsWithin(ctx, { ...of, kind: 'qubit' }, { from, through });
  expect((await latest()).latest.get('0')).toMatchObject({ taskId: 'january-13' });
  await archive();
  const told = async (range: object) =>
    (await taskHistory(ctx, { ...of, target }, { ...window, ...range })).archivedMonths;
  expect([await told({}), await told({ from: '2025-02-01T00:00:00.000Z' })]).toEqual([['202501'], []]);
  const { latest: found, archivedMonths } = await latest();
  expect([found.get('0'), archivedMonths]).toEqual([undefined, ['202501']]);
  await deleteChip(ctx, 'chip', { force: true, permanent: true });
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  expect([await told({}), (await latest()).archivedMonths]).toEqual([[], []]);
});

it('a purge leaves nothing of a run that repeats an archived result', async () => {
  await archive();
  const { projectId } = ctx;
  const repeat = await putRunning(verbs.db, {
    ...{ projectId, executionId: '20250401-000', flowRunId: 'repeat' },
    note: { source_task_id: 'january-10' },
  });
  const { executionId: by } = repeat;
  const entry = {
    projectId,
    sourceTaskId: 'january-10',
    at: verbs.now.toISOString(),
    taskId: 'again',
    executionId: by,
  };
  await writeItem(verbs.db, { put: reExecutionEntity.encode(entry, 1) });
  await purgeRuns(verbs.db, projectId, new GuardedWriter(verbs.db, () => undefined));
  expect((await scan(verbs.db)).filter(({ entity }) => entity === reExecutionEntity.name)).toEqual([]);
});

it('nothing is archived where all months are kept, nor of a chip that was made again under the id', async () => {
  await markDueMonths(keeping(0), ref());
  expect(await months()).toEqual([]);
  await markDueMonths(keeping(1), ref());
  const chip = await getChip(verbs.db, ctx.projectId, 'chip');
  expect((await listArchivedMonths(verbs.db, ctx.projectId))[0]?.chipCreatedAt).toBe(chip?.createdAt);
});
