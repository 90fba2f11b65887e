import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { readTarget } from '#shared/services/chips/read-chip.ts';
import { setExcluded } from '#shared/services/exclusions/set-excluded.ts';
import { changesOf, project } from '#shared/services/projection/project.ts';
import { writeTaskResults } from '#shared/services/task-results/write-task-results.ts';
import { getItem } from '#shared/store/database.ts';
import { taskKeys } from '#shared/store/keys.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/run-results.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 2, topologyId: 'linear-2' });
  const { executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
  for (const [n, t1] of [30, 40].entries()) {
    const planned = plannedTask(n, { target: '0', taskId: `task-${n}` });
    const endAt = `2025-03-01T12:0${n}:00.000Z`;
    const outcome = outcomeOf(planned, { endAt, outputParameters: { t1: measuredValue(t1) } });
    await writeTaskResults(ctx, { projectId: ctx.projectId, executionId, fence: 1 }, [
      { kind: 'ended', planned, outcome },
    ]);
  }
});

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
