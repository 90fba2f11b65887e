import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listManualEdits } from '#compat/qdash/verbs/manual-edits.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { getCooldown } from '#shared/cooldowns/store/cooldowns.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { listCooldowns } from '#shared/cooldowns/verbs/read-cooldown.ts';
import { writeCooldown } from '#shared/cooldowns/verbs/write-cooldown.ts';
import { listFlows, listFlowVersions } from '#shared/flows/verbs/read-flow.ts';
import { saveFlow } from '#shared/flows/verbs/save-flow.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { listTargetEvents } from '#shared/notes/verbs/events.ts';
import { latestResultsWithin } from '#shared/results/verbs/read/latest-results.ts';
import { listTaskResults } from '#shared/results/verbs/read/list-task-results.ts';
import { timeSeries } from '#shared/results/verbs/read/timeseries.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { deleteFlow } from '#shared/schedules/verbs/delete-flow.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
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
});

const instant = (minute: number) => new Date(Date.UTC(2025, 2, 1, 12, minute)).toISOString();
const now = () => verbs.now.toISOString();
function at(minute: number): void {
  verbs.now = new Date(instant(minute));
}

const page = { skip: 0, limit: 10 };

/** A cool-down of the project that is over. */
const cooldown = (cooldownId: string, startedAt: string, endedAt: string | undefined = startedAt) =>
  createCooldown(ctx, {
    ...{ cooldownId, cryoId: 'fridge', description: '', startedAt, endedAt, chipIds: [] },
    ...{ wiringInfo: '', wiringBlocks: '[]' },
  });

async function describeCooldown(cooldownId: string, description: string): Promise<void> {
  const before = await getCooldown(ctx.db, ctx.projectId, cooldownId);
  if (!before) throw new Error(`No cool-down '${cooldownId}'`);
  const { rev: _rev, ...record } = before;
  await writeCooldown(ctx, ctx.projectId, { before, after: { ...record, description } });
}

const save = (name: string, description = '') =>
  saveFlow(
    ctx,
    {
      name,
      chipId: 'chip',
      description,
      tags: [],
      runner: 'worker',
      code: 'x',
      defaultParameters: {},
      defaultRunParameters: {},
    },
    {},
  );

const edit = (value: number) =>
  updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value, calibratedAt: now() } } });

const note = (content: string) =>
  upsertNote(
    ctx,
    { note: { level: 'target', chipId: 'chip', target: { kind: 'qubit', id: '0' } }, scope: {} },
    content,
  );

/** The run that writes results here. */
async function startRun(): Promise<void> {
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, createdAt: instant(0) }));
}

/** T1 of qubit 0, measured now by the run. */
async function measure(n: number): Promise<void> {
  const planned = plannedTask(n, { target: '0' });
  const outcome = outcomeOf(planned, { startAt: now(), endAt: now(), outputParameters: { t1: measuredValue(40 + n) } });
  const run = { projectId: ctx.projectId, executionId, fence: 1 };
  await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
}

/** A list that an index answers: a write of it, another one, and what it answers. */
interface ListCase {
  name: string;
  prepare?: () => Promise<unknown>;
  first(): Promise<unknown>;
  second(): Promise<unknown>;
  read(): Promise<{ records: unknown[]; completeUntil: string | null }>;
}

const fridge = () =>
  createCryostat(ctx, 'fridge', { name: 'F', manufacturer: '', model: '', location: '', status: 'active' });

const cases: ListCase[] = [
  {
    name: 'cool-downs of the project',
    prepare: fridge,
    first: () => cooldown('one', '2025-01-01T00:00:00.000Z'),
    second: () => cooldown('two', '2025-02-01T00:00:00.000Z'),
    read: () => listCooldowns(ctx, {}, page),
  },
  {
    name: 'cool-downs of a cryostat, one of which is described anew,',
    prepare: fridge,
    first: () => cooldown('one', '2025-01-01T00:00:00.000Z'),
    second: () => describeCooldown('one', 'anew'),
    read: () => listCooldowns(ctx, { cryoId: 'fridge' }, page),
  },
  {
    name: 'ongoing cool-downs',
    prepare: fridge,
    first: () => cooldown('one', '2025-01-01T00:00:00.000Z'),
    second: () =>
      createCooldown(ctx, {
        ...{ cooldownId: 'two', cryoId: 'fridge', description: '', startedAt: '2025-02-01T00:00:00.000Z' },
        ...{ chipIds: [], wiringInfo: '', wiringBlocks: '[]' },
      }),
    read: () => listCooldowns(ctx, { ongoing: true }, page),
  },
  {
    name: 'flows',
    first: () => save('one'),
    second: () => save('two'),
    read: () => listFlows(ctx, page),
  },
  {
    name: 'flows, one of which is deleted,',
    first: () => save('one'),
    second: () => deleteFlow(ctx, 'one'),
    read: () => listFlows(ctx, page),
  },
  {
    name: 'manual edits',
    first: () => edit(40),
    second: () => edit(41),
    read: () => listManualEdits(ctx, { target: { kind: 'qubit', id: '0' } }, page),
  },
  {
    name: 'the timeline of a target',
    first: () => note('one'),
    second: () => note('two'),
    read: () => listTargetEvents(ctx, { scope: 'qubit', targetId: '0' }, { ...page, ascending: false }),
  },
  {
    name: 'task results of a chip',
    prepare: startRun,
    first: () => measure(0),
    second: () => measure(1),
    read: () => listTaskResults(ctx, { chipId: 'chip' }, page),
  },
  {
    name: 'task results of a project',
    prepare: startRun,
    first: () => measure(0),
    second: () => measure(1),
    read: () => listTaskResults(ctx, {}, page),
  },
  {
    name: 'task results of a chip, one of which is excluded,',
    prepare: startRun,
    first: () => measure(0),
    second: () => setExcluded(ctx, 'task-0', { excluded: true, reason: 'noise' }),
    read: () => listTaskResults(ctx, { chipId: 'chip' }, page),
  },
];

/** A list of cool-downs that are ongoing has a first write only once one was. */
const isEmptyAtFirst = (name: string) => name === 'ongoing cool-downs';

test.each(cases)('the list of $name says up to when it is complete while its index is behind', async (one) => {
  const { name, prepare, first, second, read } = one;
  await prepare?.();
  expect(await read()).toMatchObject({ records: [], completeUntil: now() });
  at(1);
  await first();
  at(2);
  const before = await read();
  expect(before.completeUntil).toBe(now());
  await indexes.stop(verbs.db.tableName);
  at(3);
  await second();
  at(4);
  expect((await read()).completeUntil).toBe(isEmptyAtFirst(name) ? null : instant(1));
  indexes.catchUp();
  const after = await read();
  expect(after.completeUntil).toBe(now());
  expect(after.records).not.toEqual(before.records);
});

test.each(cases)('the list of $name does not claim to know where its index shows nothing', async (one) => {
  await one.prepare?.();
  await one.first();
  await one.second();
  indexes.hide(() => true);
  expect(await one.read()).toMatchObject({ records: [], completeUntil: null });
});

test('behind a cursor a list says what it says on its first page', async () => {
  await save('one');
  at(1);
  await save('two');
  const first = await listFlows(ctx, { skip: 0, limit: 1 });
  await indexes.stop(verbs.db.tableName);
  at(2);
  await save('three');
  at(3);
  const cursor = first.nextCursor ?? '';
  expect(await listFlows(ctx, { skip: 0, limit: 1, cursor })).toMatchObject({
    records: [{ name: 'one' }],
    completeUntil: instant(1),
  });
});

test('versions of a flow say up to when they are complete while their index is behind', async () => {
  for (const [n, description] of ['a', 'b', 'c'].entries()) {
    at(n);
    await save('one', description);
  }
  at(9);
  const versions = (more = {}) => listFlowVersions(ctx, 'one', { ...page, ...more });
  expect((await versions()).completeUntil).toBe(now());
  indexes.hide(({ sk }) => sk === 'V#000003');
  expect(await versions()).toMatchObject({ records: [{ version: 2 }, { version: 1 }], completeUntil: instant(1) });
  expect((await versions({ skip: 1 })).completeUntil).toBe(instant(0));
  expect((await versions({ skip: 3 })).completeUntil).toBe(now());
  indexes.hide(() => true);
  expect((await versions()).completeUntil).toBe('2025-03-01T12:01:59.999Z');
});

test('task results of an execution say up to when they are complete while their index is behind', async () => {
  await startRun();
  const list = (status?: 'completed') => listTaskResults(ctx, { executionId, status }, page);
  expect(await list()).toMatchObject({ records: [], completeUntil: now() });
  at(1);
  await measure(0);
  at(2);
  await measure(1);
  at(3);
  expect((await list()).completeUntil).toBe(now());
  indexes.hide(({ pk }) => pk.endsWith('task-1'));
  expect(await list()).toMatchObject({ records: [{ taskId: 'task-0' }], completeUntil: instant(0) });
  indexes.catchUp();
  await indexes.stop(verbs.db.tableName);
  await setExcluded(ctx, 'task-0', { excluded: true, reason: 'noise' });
  expect((await list('completed')).completeUntil).toBe(instant(0));
  indexes.catchUp();
  expect((await list('completed')).completeUntil).toBe(now());
});

test('the latest results within a range say up to when they are complete while the index is behind', async () => {
  await startRun();
  const latest = (through?: string) =>
    latestResultsWithin(ctx, { chipId: 'chip', task: 'CheckT1', kind: 'qubit' }, { from: undefined, through });
  expect((await latest()).completeUntil).toBe(now());
  at(1);
  await measure(0);
  at(2);
  await measure(1);
  at(3);
  expect((await latest()).completeUntil).toBe(now());
  indexes.hide(({ pk }) => pk.endsWith('task-1'));
  const behind = await latest();
  expect(behind.latest.get('0')).toMatchObject({ taskId: 'task-0' });
  expect(behind.completeUntil).toBe(instant(1));
  // Before that time, nothing is missing.
  expect((await latest(instant(1))).completeUntil).toBe(now());
});

test('values of one target over time say up to when they are complete, those of all are of the table itself', async () => {
  await startRun();
  const values = (qid?: string) =>
    timeSeries(
      ctx,
      { chipId: 'chip', parameter: 't1', qid, tag: undefined },
      { from: '2025-03-01T00:00:00.000Z', through: '2025-03-02T00:00:00.000Z' },
    );
  at(1);
  await measure(0);
  at(2);
  await measure(1);
  at(3);
  expect((await values('0')).completeUntil).toBe(now());
  indexes.hide(({ sk }) => sk.startsWith(instant(2)));
  const behind = await values('0');
  expect(behind.values.get('0')).toHaveLength(1);
  expect(behind.completeUntil).toBe(instant(1));
  const all = await values();
  expect(all.values.get('0')).toHaveLength(2);
  expect(all.completeUntil).toBe(now());
});
