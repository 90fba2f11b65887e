import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys, workerKeys } from '#shared/kernel/store/keys.ts';
import { getWorker } from '#shared/workers/store/workers.ts';
import { recordWorker } from '#shared/workers/verbs/record-worker.ts';
import { injectPauses, type PausePoint, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { atCalls } from '#test/support/holders/holder-case.ts';

let verbs: Verbs;
let pauses: Pauses;
let ctx: ProjectContext;
const start = new Date('2025-03-01T12:00:00.000Z');
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
});
afterAll(() => verbs.stop());
beforeEach(begin);

async function begin(): Promise<void> {
  await verbs.empty();
  verbs.now = start;
  ctx = await verbs.member('alice');
}

const see = (executionId: string | undefined, message: string) =>
  recordWorker(ctx, { worker: 'fridge', backends: ['worker'], executionId, message });
const known = () => getWorker(verbs.db, ctx.projectId, 'fridge');

test.each([
  ['of a worker that was not known', false],
  ['of a worker that was', true],
])('a sighting %s that pauses for an hour changes nothing of what was seen meanwhile', async (_, before) => {
  const visit = async (at: PausePoint) => {
    await begin();
    if (before) {
      await see(undefined, 'idle');
      verbs.now = new Date(start.getTime() + 60_000);
    }
    const paused = await pauses.run(
      at,
      () => see('20250301-001', 'slow'),
      async () => {
        verbs.now = new Date(start.getTime() + 3_600_000);
        await see('20250301-002', 'later');
      },
    );
    expect(paused.outcome.status).toBe('fulfilled');
    const [executionId, message] = paused.reached ? ['20250301-002', 'later'] : ['20250301-001', 'slow'];
    expect([at, await known()]).toMatchObject([at, { executionId, message }]);
    return paused;
  };
  expect(await atCalls(visit)).toBeGreaterThan(0);
});

test('a sighting of a worker that was forgotten meanwhile does not pass for one of the worker that is known again', async () => {
  await see(undefined, 'first');
  const first = await known();
  await batchWriteItems(verbs.db, [{ delete: workerKeys.worker(ctx.projectId, 'fridge') }]);
  verbs.now = new Date(start.getTime() + 31 * 86_400_000);
  await see(undefined, 'again');
  expect((await known())?.rev).toBeGreaterThan((first?.rev ?? 0) + 86_400_000);
});

test('a sighting in a project that was purged meanwhile leaves nothing', async () => {
  await batchWriteItems(verbs.db, [{ delete: projectKeys.project(ctx.projectId) }]);
  await see(undefined, 'late');
  expect(await known()).toBeUndefined();
});
