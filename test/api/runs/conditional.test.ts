import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import { createClient } from '#shared/api/client.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { getUser } from '#shared/people/store/users.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { takeFence } from '#shared/runs/verbs/waiting/take-fence.ts';
import { afterAuthentication, attachMeter, type Meter, roundTrips } from '#test/bench/meter.ts';
import { plannedTask } from '#test/support/runs/run-results.ts';
import { type FakeOrchestrator, fakeOrchestrator, newRun, putTasks, type RunContext } from '#test/support/runs/runs.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let meter: Meter;
let orchestrator: FakeOrchestrator;
let owner: Caller;
let ctx: RunContext;
let run: RunRef;
let counter = 0;

beforeAll(async () => {
  orchestrator = fakeOrchestrator();
  world = await startWorld();
  world.stack.runtime.ports.orchestrator = orchestrator;
  meter = attachMeter(world.stack.client);
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const user = await getUser(world.stack.runtime.db, owner.userId);
  if (!user) throw new Error('the owner is gone');
  const actor = { user, apiToken: undefined };
  ctx = { ...contextOf(world.stack.runtime, 'test'), actor, projectId: owner.projectId, role: 'owner', orchestrator };
  run = await startRun(ctx, newRun());
  await beginRun(ctx, run);
});

const get = (known?: string, query = '') =>
  world.raw('GET', `/api/executions/${run.executionId}${query}`, {
    token: owner.token,
    headers: known === undefined ? {} : { 'if-none-match': known },
  });

/** The tag of an answer, which must have one. */
const tagOf = ({ headers }: { headers: { etag?: string | undefined } }): string => headers.etag ?? 'no tag';

/** Says of the execution that it counts a task more than the index of its tasks has seen. */
async function countOneAhead(by: number): Promise<void> {
  const transaction = new Transaction(ctx.db);
  const update = updateOf({ addEntries: [[['taskCounts', 'completed'], by]], add: { rev: 1 } });
  transaction.update(projectKeys.execution(owner.projectId, run.executionId), update);
  await transaction.commit();
}

describe('getExecution with If-None-Match', () => {
  test.each(['', '?include=none'])(
    'getExecution with If-None-Match answers 304 without a body while nothing was written %s',
    async (query) => {
      await putTasks(ctx, run, ['completed', 'running']);
      const first = await get(undefined, query);
      expect(first.status).toBe(200);
      expect(tagOf(first)).toMatch(/^W\/"/);
      const second = await get(tagOf(first), query);
      expect([second.status, second.text, tagOf(second)]).toEqual([304, '', tagOf(first)]);
      expect(second.headers).not.toHaveProperty('content-type');
      expect((await get(`"other", ${tagOf(first).slice(2)}`, query)).status).toBe(304);
      expect((await get('*', query)).status).toBe(304);
      expect((await get('"other"', query)).status).toBe(200);
    },
  );

  test('the tag of an execution with tasks is another than that of the one without', async () => {
    const bare = await get(undefined, '?include=none');
    expect((await get(tagOf(bare))).status).toBe(200);
  });

  test.each([
    ['a cancellation was asked for', () => cancelRun(ctx, run.executionId)],
    ['the run has ended', () => completeRun(ctx, run)],
    [
      'a task began',
      async () => {
        const { fence } = await takeFence(ctx, run);
        const planned = plannedTask(0, { taskId: `${run.executionId}-0`, target: '0' });
        await writeTaskResults(ctx, { ...run, fence }, [{ kind: 'running', planned, startAt: '2026-01-01T00:00:00Z' }]);
      },
    ],
  ])('an execution is answered anew once %s', async (_, change) => {
    const before = tagOf(await get());
    await change();
    const after = await get(before);
    expect([after.status, tagOf(after) === before]).toEqual([200, false]);
  });

  test('an execution is answered anew once a task was excluded, and once one is included again', async () => {
    const [taskId = ''] = await putTasks(ctx, run, ['completed', 'completed']);
    const exclude = async (excluded: boolean) => {
      const known = tagOf(await get());
      const params = { task_id: taskId };
      await owner.api.setTaskResultExcluded({ params, body: { excluded, reason: excluded ? 'noisy' : '' } });
      const after = await get(known);
      expect((await get(tagOf(after))).status).toBe(304);
      return (after.body as { task: { excluded: boolean }[] }).task.map((task) => task.excluded);
    };
    expect(await exclude(true)).toEqual([true, false]);
    expect(await exclude(false)).toEqual([false, false]);
  });

  test('getExecution with If-None-Match reads the execution alone where it is known', async () => {
    await putTasks(ctx, run, ['completed', 'completed']);
    await world.stack.settle();
    const known = tagOf(await get());
    const callsOf = async (tag?: string) => {
      meter.begin();
      await get(tag);
      return afterAuthentication(meter.end());
    };
    // Asked again: a consumer of the stream may read meanwhile, and calls side by side may happen to follow each other.
    await expect
      .poll(async () => (await callsOf(known)).map(({ operation, consistent }) => [operation, consistent]))
      .toEqual([['GetItem', true]]);
    await expect.poll(async () => roundTrips(await callsOf())).toBe(1);
  });

  test('an execution whose tasks lag behind its counts has no tag, so that it is not taken for the whole one', async () => {
    await putTasks(ctx, run, ['completed', 'running']);
    await countOneAhead(1);
    const lagging = await get();
    expect(lagging.status).toBe(200);
    expect(lagging.headers).not.toHaveProperty('etag');
    // Without its tasks it is whole all the same.
    expect(tagOf(await get(undefined, '?include=none'))).toMatch(/^W\/"/);
    await countOneAhead(-1);
    const whole = await get();
    expect((await get(tagOf(whole))).status).toBe(304);
  });

  test('getExecution with If-None-Match is refused to who may not see the execution, whatever they know', async () => {
    const stranger = await world.register(`stranger-${counter}`);
    const known = tagOf(await get());
    const answer = await world.raw('GET', `/api/executions/${run.executionId}`, {
      token: stranger.token,
      headers: { 'if-none-match': known },
    });
    expect(answer.status).toBe(404);
  });
});

describe('the typed client with ifChanged', () => {
  test('the typed client asks with the tag that it has, and gives the same object while nothing changed', async () => {
    const statuses: number[] = [];
    const client = createClient({
      baseUrl: world.stack.url,
      token: () => owner.token,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      },
    });
    const params = { execution_id: run.executionId };
    const first = await client.getExecution({ params, ifChanged: true });
    expect(await client.getExecution({ params, ifChanged: true })).toBe(first);
    await putTasks(ctx, run, ['running']);
    await cancelRun(ctx, run.executionId);
    const third = await client.getExecution({ params, ifChanged: true });
    expect(third.progress.by_status).toEqual({ running: 1 });
    expect((await client.getExecution({ params })).execution_id).toBe(first.execution_id);
    expect(statuses).toEqual([200, 304, 200, 200]);
  });
});
