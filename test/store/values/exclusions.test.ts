import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readTarget } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { sampleKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { latestResultEntity, listLatestMarks } from '#shared/results/store/latest-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { targetDayEntity } from '#shared/values/store/days/target-days.ts';
import { listUnsettled } from '#shared/values/store/days/unsettled-results.ts';
import { closeTargetDays } from '#shared/values/verbs/days/target-days.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { changesOf, project } from '#shared/values/verbs/projection/project.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkResults, measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import { settledTargetDays, targetDays } from '#test/support/runs/settled-target-days.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let executionId: string;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId }));
  for (const [n, t1] of [30, 40].entries()) await measure(n, t1);
});

/** Without a value the task measured none. */
async function measure(n: number, t1?: number): Promise<void> {
  const planned = plannedTask(n, { target: '0', taskId: `task-${n}` });
  const endAt = `2025-03-01T12:0${n}:00.000Z`;
  const outcome = outcomeOf(planned, { endAt, outputParameters: t1 === undefined ? {} : { t1: measuredValue(t1) } });
  await writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, [
    { kind: 'ended', planned, outcome },
  ]);
}

const latestKey = () => taskKeys.latest(ctx.projectId, 'chip', 'CheckT1', { kind: 'qubit', id: '0' }, undefined);
const latest = async () => {
  const row = await getItem(verbs.db, latestKey());
  return row && latestResultEntity.decode(row).taskId;
};

/** Runs `work` between the reads and the transaction of the next commit, or of the next one that writes `entity`. */
function beforeNextCommit(work: () => Promise<unknown>, entity = ''): void {
  let pending: typeof work | undefined = work;
  verbs.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { body } = args.request as { body: string | Uint8Array };
        const isIts = Buffer.from(body as string).includes(entity);
        const now = commandName === 'TransactWriteItemsCommand' && isIts ? pending : undefined;
        if (now) pending = undefined;
        await now?.();
        return next(args);
      },
    { step: 'finalizeRequest', priority: 'low', name: 'beforeNextCommit', override: true },
  );
}

const t1 = async () => (await readTarget(ctx, 'chip', 'qubit', '0')).data.t1?.value;
const image = async (taskId: string) => (await getItem(verbs.db, taskKeys.result(ctx.projectId, taskId))) ?? {};

/** What the stream would tell of the first two tasks as they are now. */
const told = async (): Promise<Item[]> => [await image('task-0'), await image('task-1')];
const deliver = async (items: readonly Item[]) => project(ctx, items.map(changesOf));

/** The T1 of the days of qubit 0, as they are kept or as they are read; a day may be without. */
async function days(read = targetDays): Promise<[date: string, t1: number | undefined][]> {
  const of = { projectId: ctx.projectId, chipId: 'chip', target: { kind: 'qubit' as const, id: '0' } };
  return (await read(verbs.db, of, '0', ctx.config.calendarTimeZone)).map(({ date, data }) => [date, data.t1?.value]);
}

const exclude = (taskId: string, excluded = true) => setExcluded(ctx, taskId, { excluded, reason: '' });

it('the day to which a latest result gives way is marked, so that a deletion of the chip finds it', async () => {
  verbs.now = new Date('2025-03-02T12:00:00.000Z');
  await exclude('task-1');
  const planned = plannedTask(2, { target: '0', taskId: 'task-2' });
  const outcome = outcomeOf(planned, { endAt: '2025-03-02T12:00:00.000Z' });
  const run = { projectId: ctx.projectId, executionId, fence: 1 };
  await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
  await exclude('task-2');
  expect(await latest()).toBe('task-0');
  await exclude('task-2', false);
  expect(await latest()).toBe('task-2');
  await exclude('task-1', false);
  const marks = await listLatestMarks(verbs.db, ctx.projectId, 'chip');
  expect(marks.map(({ task, date }) => [task, date])).toEqual([
    ['CheckT1', undefined],
    ['CheckT1', '20250301'],
  ]);
  await checkResults(verbs.db, ctx.config.calendarTimeZone, ['chip']);
});

describe('the daily rows of a qubit', () => {
  const [first, second, third] = ['20250301', '20250302', '20250303'] as const;
  /** Both tasks were told of on the first day, another value on the second; now it is the third. */
  beforeEach(async () => {
    await deliver(await told());
    verbs.now = new Date('2025-03-02T06:00:00.000Z');
    await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t2_echo: { value: 9, unit: 'us' } } });
    await deliver(await told());
    verbs.now = new Date('2025-03-03T06:00:00.000Z');
  });

  it('daily rows of days that are over lose an excluded result, and have it again when it is included', async () => {
    expect(await days()).toEqual([
      [first, 40],
      [second, 40],
    ]);
    await exclude('task-1');
    await deliver(await told());
    expect(await days()).toEqual([
      [first, 30],
      [second, 30],
      [third, 30],
    ]);
    await exclude('task-1', false);
    await exclude('task-0');
    await deliver((await told()).toReversed());
    expect(await days()).toEqual([
      [first, 40],
      [second, 40],
      [third, 40],
    ]);
  });

  it('daily rows are read without what is excluded, and with what is included, while the consumer pauses', async () => {
    const settled = () => days(settledTargetDays);
    const unsettled = async () => (await listUnsettled(verbs.db, { projectId: ctx.projectId, chipId: 'chip' })).length;
    await exclude('task-1');
    expect((await days()).map(([, t1]) => t1)).toEqual([40, 40, 30]);
    expect(await settled()).toEqual([
      [first, 30],
      [second, 30],
      [third, 30],
    ]);
    await exclude('task-0');
    expect((await settled()).map(([, t1]) => t1)).toEqual([undefined, undefined, undefined]);
    await exclude('task-1', false);
    expect(await settled()).toEqual([
      [first, 40],
      [second, 40],
      [third, 40],
    ]);
    expect(await unsettled()).toBe(2);
    await deliver(await told());
    expect(await unsettled()).toBe(0);
    expect(await days()).toEqual(await settled());
  });

  it('the mark of a result that is changed once more while its days are made again stays until they are', async () => {
    await exclude('task-1');
    const excluded = await told();
    beforeNextCommit(() => exclude('task-1', false), 'UNSETTLED');
    await deliver(excluded);
    expect(await days(settledTargetDays)).toEqual(await days());
    expect((await days()).map(([, t1]) => t1)).toEqual([40, 40, 40]);
    expect(await listUnsettled(verbs.db, { projectId: ctx.projectId, chipId: 'chip' })).toEqual([]);
  });

  it('daily rows have no value where none is left that counts', async () => {
    for (const taskId of ['task-0', 'task-1']) await exclude(taskId);
    await deliver(await told());
    expect(await days()).toEqual([
      [first, undefined],
      [second, undefined],
      [third, undefined],
    ]);
  });

  it('daily rows are not written over by a process that kept a state from before the exclusion', async () => {
    const stale = await readTarget(ctx, 'chip', 'qubit', '0');
    await exclude('task-1');
    await deliver(await told());
    await closeTargetDays(ctx, { projectId: ctx.projectId, chipId: 'chip' }, [stale], verbs.now.toISOString());
    expect(await days()).toEqual([
      [first, 30],
      [second, 30],
      [third, 30],
    ]);
  });

  it.each(['task-0', 'task-1'])(
    'daily rows rest on what counts when a result is included while %s is looked at',
    async (taskId) => {
      await exclude('task-1');
      beforeNextCommit(async () => {
        await exclude('task-1', false);
        await deliver([await image('task-1')]);
      }, targetDayEntity.name);
      await deliver([await image(taskId)]);
      expect(await days()).toEqual([
        [first, 40],
        [second, 40],
        [third, 40],
      ]);
    },
  );

  it('daily rows are repaired by a rebuild where the stream was not followed', async () => {
    await exclude('task-1');
    await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });
    expect(await days()).toEqual([
      [first, 30],
      [second, 30],
      [third, 30],
    ]);
  });
});

test('a value that the index showed only after a later one was excluded becomes current when the stream tells of it', async () => {
  const key = sampleKeys.ofTask(ctx.projectId, 'chip', {
    task: 'CheckT1',
    target: { kind: 'qubit', id: '0' },
    at: '2025-03-01T12:00:00.000Z',
    taskId: 'task-0',
  });
  const samples = await getItem(verbs.db, key);
  await batchWriteItems(verbs.db, [{ delete: key }]);
  await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
  expect(await t1()).toBeUndefined();
  await batchWriteItems(verbs.db, [{ put: samples ?? {} }]);
  await project(ctx, [changesOf(await image('task-0'))]);
  expect(await t1()).toBe(30);
});

test('what an exclusion fell back by is looked at again, where it was told of before', async () => {
  const before = await image('task-0');
  await setExcluded(ctx, 'task-0', { excluded: true, reason: '' });
  await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
  await project(ctx, [changesOf(before)]);
  expect(await t1()).toBeUndefined();
  await setExcluded(ctx, 'task-0', { excluded: false, reason: '' });
  expect(await t1()).toBe(30);
});

test.each([
  ['an exclusion', 'task-2', true, 'task-1', false, 'task-1'],
  ['an inclusion', 'task-1', false, 'task-2', true, 'task-1'],
  ['an exclusion', 'task-2', true, 'task-0', true, undefined],
] as const)(
  '$0 of $1 that reads before one of $3 is written finds the latest that counts',
  async (_, own, out, other, otherOut, expected) => {
    await measure(2, 50);
    await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
    beforeNextCommit(() => setExcluded(ctx, other, { excluded: otherOut, reason: '' }));
    await setExcluded(ctx, own, { excluded: out, reason: '' });
    expect(await latest()).toBe(expected);
  },
);

describe('a late result without values, under the latest one', () => {
  beforeEach(async () => {
    await measure(4, 50);
    expect(await latest()).toBe('task-4');
  });

  test.each([
    ['reads before the latest is excluded', () => exclude('task-4'), () => measure(2)],
    ['is written while the latest is being excluded', () => measure(2), () => exclude('task-4')],
  ])('a late result without values is the latest that counts where it %s', async (_, between, work) => {
    beforeNextCommit(between);
    await work();
    expect(await latest()).toBe('task-2');
  });

  test('a late result without values becomes the latest that counts once the stream tells of the exclusion', async () => {
    await exclude('task-4');
    const before = await getItem(verbs.db, latestKey());
    await exclude('task-4', false);
    await measure(2);
    await exclude('task-4');
    expect(await latest()).toBe('task-2');
    // As the exclusion would have left it.
    await batchWriteItems(verbs.db, [{ put: before ?? {} }]);
    expect(await latest()).toBe('task-1');
    await deliver([await image('task-4')]);
    expect(await latest()).toBe('task-2');
  });
});

test.each([
  ['failed', { t1: measuredValue(60) }],
  ['completed', { t1: { ...measuredValue(60), unit: 'GHz' } }],
] as const)(
  'a result that is %s and gives no value is not a calibration of its chip',
  async (status, outputParameters) => {
    const planned = plannedTask(5, { target: '0', taskId: 'task-5' });
    const outcome = outcomeOf(planned, { status, endAt: '2025-03-01T12:05:00.000Z', outputParameters });
    const run = { projectId: ctx.projectId, executionId, fence: 1 };
    await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
    const lastCalibratedAt = async () => (await getChip(verbs.db, ctx.projectId, 'chip'))?.lastCalibratedAt;
    expect(await lastCalibratedAt()).toBe('2025-03-01T12:01:00.000Z');
    for (const excluded of [true, false]) {
      await exclude('task-5', excluded);
      expect(await lastCalibratedAt()).toBe('2025-03-01T12:01:00.000Z');
    }
  },
);
