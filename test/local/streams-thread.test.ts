import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { streamsInThread, type ThreadedStreams } from '#local/streams/threaded.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { taskKeys } from '#shared/kernel/store/keys.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { listOpenSpans } from '#shared/values/store/open-spans.ts';
import { listRollUps } from '#shared/values/store/roll-ups.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';
import { eventually } from '#test/support/stack/processes.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let folder: string;
let streams: ThreadedStreams;
const requests = new RequestsInFlight();
const errors: string[] = [];

beforeAll(async () => {
  verbs = await startVerbs();
  folder = await mkdtemp(join(tmpdir(), 'fiducial-streams-'));
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId });
  const planned = plannedTask(0, { taskId: 'task-0' });
  await writeTaskResults(ctx, { projectId, executionId, fence: 1 }, [
    { kind: 'ended', planned, outcome: outcomeOf(planned) },
  ]);
  streams = streamsInThread(
    {
      engine: { access: verbs.engine.access, databaseFile: undefined },
      config: { ...ctx.config, tableName: verbs.engine.tableName },
      stateFile: join(folder, 'streams.db'),
      searchFile: join(folder, 'search.db'),
      dataFolder: folder,
      requests: requests.memory,
    },
    {
      onError: (error) => errors.push(error.message),
      onNotice: (notice) => errors.push(notice),
      onSearchDamage: (problem) => errors.push(problem),
    },
  );
});
afterAll(async () => {
  await streams.stop();
  await verbs.stop();
  await rm(folder, { recursive: true });
});

it('the thread of the streams delivers to the consumers, and keeps what they cannot take', async () => {
  const key = taskKeys.latest(ctx.projectId, 'chip', 'CheckT1', { kind: 'qubit', id: '0' });
  const row = await getItem(verbs.db, key);
  await setExcluded(ctx, 'task-0', { excluded: true, reason: 'bad fit' });
  // As an exclusion leaves it that fell back by an index which showed too little.
  await batchWriteItems(verbs.db, [{ put: row ?? {} }]);
  await streams.settle();
  expect(await getItem(verbs.db, key)).toBeUndefined();
  expect(await streams.deadLetters()).toEqual([]);
  expect(errors).toEqual([]);
});

it('the thread of the streams makes the roll-ups of days that are over', async () => {
  const open = () => listOpenSpans(verbs.db, ctx.projectId, 'chip');
  expect((await open()).map(({ span }) => span)).toEqual(['day']);
  await streams.closeSpans();
  await streams.closeSpans();
  expect(await open()).toEqual([]);
  const rows = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric: 't1' });
  expect(rows.map(({ span }) => span)).toEqual(['day', 'month']);
});

it('the thread of the streams steps back while a request is answered, and goes on although none ends', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const request = requests.during(() => held);
  const closed = streams.closeSpans();
  // The memory answers how many wait; who is woken too early waits again.
  await eventually(() => Atomics.notify(new Int32Array(requests.memory), 0) > 0);
  await closed;
  answer();
  await request;
  expect(errors).toEqual([]);
});
