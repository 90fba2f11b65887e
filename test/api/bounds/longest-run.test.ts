import { afterAll, beforeAll, expect, it } from 'vitest';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';
import { largestChip, longRun, putChip, putRun } from './filled-project.ts';

/** As many tasks as a plan may have, in `.ci/run --all`; a tenth elsewhere, since writing them takes its time. */
const tasks = isEveryCase ? 50_000 : 5_000;
const ofRun = { params: { execution_id: longRun.executionId } };

let world: World;
let owner: Caller;
beforeAll(async () => {
  // No consumers: the reads are of the run itself, not of derived data.
  world = await startWorld({ consumers: [] });
  owner = await world.register('owner');
  await putChip(world, owner, largestChip, () => ({}));
  await putRun(world, owner, { ...longRun, tasks });
}, 900_000);
afterAll(() => world.stop());

it('the longest run that a plan may have is an answer with every task, and one without them', async () => {
  const { task, ...run } = await owner.api.getExecution(ofRun);
  expect(task).toHaveLength(tasks);
  const bare = await owner.api.getExecution({ ...ofRun, query: { include: 'none' } });
  expect(bare).toMatchObject({ execution_id: run.execution_id, task: [] });
});

it('what can be run again of the longest run is an answer', async () => {
  const none = await owner.api.getRepeatableTasks({ ...ofRun, query: { which: 'failed' } });
  expect(none).toMatchObject({ tasks: [] });
});
