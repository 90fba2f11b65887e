import { afterAll, beforeAll, expect, test } from 'vitest';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import type { Passing } from '#test/support/engine/interleave.ts';
import { injectPauses, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { chipId, exclude, startResults } from '#test/support/holders/result-scene.ts';
import { settleResults } from '#test/support/invariants/result-invariants.ts';

/**
 * A read of a day with a result that was excluded later pauses, while another result is excluded and the first
 * included.
 */
let verbs: Verbs;
let pauses: Pauses;
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
});
afterAll(() => verbs.stop());

test('a day has the value of before or of after, whatever is excluded and included while it is read', async () => {
  const scene = await startResults({ verbs }, true);
  const { ctx } = scene;
  const paused = await pauses.run(
    // Before what the mark of the first result leads to.
    {
      call: ({ command, input }) => command === 'BatchGetItem' && JSON.stringify(input).includes('task-2'),
      when: 'before',
    },
    () => chipOnDay(ctx, chipId, '20250301'),
    async () => {
      await exclude(scene, 'task-0');
      await exclude(scene, 'task-2', false);
      await settleResults(ctx);
    },
  );
  expect(paused).toMatchObject({ reached: true, outcome: { status: 'fulfilled' } });
  const targets = paused.outcome.status === 'fulfilled' ? paused.outcome.value.targets : [];
  const qubit = targets.find(({ target }) => target.kind === 'qubit' && target.id === '0');
  expect(['task-0', 'task-2']).toContain(qubit?.data.t1?.taskId);
});

test('a day of which one read fails is refused, and no read of it fails unheard', async () => {
  const { ctx } = await startResults({ verbs }, true);
  const isRowAfter = ({ command, input }: Passing) => command === 'Query' && JSON.stringify(input).includes('~');
  const died = await pauses.run(
    { call: isRowAfter, when: 'before', dies: true },
    () => chipOnDay(ctx, chipId, '20250301'),
    async () => undefined,
  );
  expect(died).toMatchObject({ reached: true, outcome: { status: 'rejected' } });
});
