import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { readTarget } from '#shared/services/chips/read-chip.ts';
import { setExcluded } from '#shared/services/exclusions/set-excluded.ts';
import { changesOf, project } from '#shared/services/projection/project.ts';
import { writeTaskResults } from '#shared/services/task-results/write-task-results.ts';
import { getItem } from '#shared/store/database.ts';
import { taskKeys } from '#shared/store/keys.ts';
import { latestResultEntity } from '#shared/store/latest-results.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/run-results.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let executionId: string;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  ({ executionId } = await putRunning(verbs.db, { projectId: ctx.projectId }));
  for (const [n, t1] of [30, 40].entries()) await measure(n, t1);
});

async function measure(n: number, t1: number): Promise<void> {
  const planned = plannedTask(n, { target: '0', taskId: `task-${n}` });
  const endAt = `2025-03-01T12:0${n}:00.000Z`;
  const outcome = outcomeOf(planned, { endAt, outputParameters: { t1: measuredValue(t1) } });
  await writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, [
    { kind: 'ended', planned, outcome },
  ]);
}

const latest = async () => {
  const key = taskKeys.latest(ctx.projectId, 'chip', 'CheckT1', { kind: 'qubit', id: '0' }, undefined);
  const row = await getItem(verbs.db, key);
  return row && latestResultEntity.decode(row).result.taskId;
};

/** Does something between the reads of whoever commits next and the transaction. */
function beforeNextCommit(work: () => Promise<unknown>): void {
  let pending: typeof work | undefined = work;
  verbs.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const now = commandName === 'TransactWriteItemsCommand' ? pending : undefined;
        if (now) pending = undefined;
        await now?.();
        return next(args);
      },
    { step: 'finalizeRequest', priority: 'low', name: 'beforeNextCommit', override: true },
  );
}

const t1 = async () => (await readTarget(ctx, 'chip', 'qubit', '0')).data.t1?.value;
const image = async (taskId: string) => (await getItem(verbs.db, taskKeys.result(ctx.projectId, taskId))) ?? {};

test('a value whose sample follows the exclusion of a later one becomes current when the stream tells of it', async () => {
  await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
  expect(await t1()).toBeUndefined();
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
  '%s of %s that reads before another change of its target is written finds the latest that counts',
  async (_, own, out, other, otherOut, expected) => {
    await measure(2, 50);
    await setExcluded(ctx, 'task-1', { excluded: true, reason: '' });
    beforeNextCommit(() => setExcluded(ctx, other, { excluded: otherOut, reason: '' }));
    await setExcluded(ctx, own, { excluded: out, reason: '' });
    expect(await latest()).toBe(expected);
  },
);
