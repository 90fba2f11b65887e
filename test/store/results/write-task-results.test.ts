import { BatchGetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readTarget } from '#shared/chips/verbs/read-chip.ts';
import { hasCooldownData } from '#shared/cooldowns/store/cooldowns.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import { getItem, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { chipKeys, projectKeys, taskKeys } from '#shared/kernel/store/keys.ts';
import { listLatest } from '#shared/results/store/latest-results.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { batchTasks } from '#shared/runs/verbs/slices/slice-batch.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { crashAt, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkResults, measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let run: { projectId: string; executionId: string; fence: number };
let begun: typeof run;
let restore: () => Promise<void>;

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, tags: ['daily'] });
  begun = { projectId, executionId, fence: 1 };
  restore = await verbs.keep();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await restore();
  run = begun;
});

const tasks = Array.from({ length: batchTasks }, (_, index) => plannedTask(index));
const scheduled = tasks.map((planned): TaskUpdate => ({ kind: 'scheduled', planned }));
const running = tasks.map((planned): TaskUpdate => ({ kind: 'running', planned, startAt: '2025-03-01T11:59:00.000Z' }));
const ended = tasks.map((planned): TaskUpdate => ({ kind: 'ended', planned, outcome: outcomeOf(planned) }));

const check = () => checkResults(verbs.db, ctx.config.calendarTimeZone, ['chip']);
const readExecution = async () => {
  const item = await getItem(verbs.db, projectKeys.execution(run.projectId, run.executionId));
  if (!item) throw new Error('the execution is gone');
  return executionEntity.decode(item);
};
async function changeExecution(changes: Partial<ExecutionRecord>): Promise<void> {
  const { rev, ...execution } = await readExecution();
  await writeItem(verbs.db, { put: executionEntity.encode({ ...execution, ...changes }, rev + 1) });
}
const one = async (taskId = 'task-0') => {
  const result = await getTaskResult(verbs.db, run.projectId, taskId);
  if (!result) throw new Error(`no result ${taskId}`);
  return result;
};
const measuredParameters = (prefix: string, count: number, description = '') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${prefix}${n}`, { ...measuredValue(n + 1), description }]),
  );
const first = <T>(list: readonly T[]): T[] => list.slice(0, 1);

describe('a run that writes its results', () => {
  it('a run writes its results scheduled, running and ended, with counts, latest rows and values', async () => {
    expect(await writeTaskResults(ctx, run, scheduled)).toMatchObject({ written: batchTasks, dropped: 0 });
    expect(await one()).toMatchObject({ status: 'scheduled', queuedAt: '2025-03-01T12:00:00.000Z', tags: ['daily'] });
    await writeTaskResults(ctx, run, running, { cursor: 0 });
    expect((await readExecution()).taskCounts).toMatchObject({ scheduled: 0, running: batchTasks });
    expect(await writeTaskResults(ctx, run, ended, { cursor: batchTasks })).toMatchObject({
      written: batchTasks,
      dropped: 0,
    });
    expect(await readExecution()).toMatchObject({ cursor: batchTasks, taskCounts: { completed: batchTasks } });
    expect(await one()).toMatchObject({
      status: 'completed',
      username: 'alice',
      outputParameterNames: ['t1'],
      elapsedSeconds: 60,
      r2: 0.98,
      runParameters: { shots: { value: 1024 } },
    });
    const { data, status } = await readTarget(ctx, 'chip', 'qubit', '7');
    expect(status).toBe('completed');
    expect(data).toMatchObject({
      t1: { value: 40, unit: 'us', source: 'simulator', taskId: 'task-7', executionId: run.executionId },
    });
    const of = { projectId: run.projectId, chipId: 'chip', task: 'CheckT1' };
    expect(await listLatest(verbs.db, of, 'qubit')).toHaveLength(batchTasks);
    // The latest of all is that of its day.
    expect(await listLatest(verbs.db, { ...of, date: '20250301' }, 'qubit')).toEqual([]);
    await check();
  });

  it('results that are the newest read no rows of days, and a result of a day that is over reads its own', async () => {
    const reads: string[] = [];
    const client = Object.create(verbs.db.client);
    client.send = (command: { input: object }) => {
      if (command instanceof BatchGetItemCommand)
        reads.push(...(JSON.stringify(command.input).match(/LATEST#CheckT1#\d{8}/g) ?? []));
      return verbs.db.client.send(command as never);
    };
    const own = { ...ctx, db: { ...ctx.db, client } };
    await writeTaskResults(own, run, first(ended));
    expect(reads).toEqual([]);
    const planned = { ...plannedTask(0), taskId: 'late' };
    const outcome = { ...outcomeOf(planned), endAt: '2025-02-27T12:00:00.000Z' };
    await writeTaskResults(own, run, [{ kind: 'ended', planned, outcome }]);
    expect(reads).toHaveLength(1);
    const of = { projectId: run.projectId, chipId: 'chip', task: 'CheckT1', date: '20250227' };
    expect(await listLatest(verbs.db, of, 'qubit')).toMatchObject([{ taskId: 'late' }]);
    await check();
  });

  it('a batch of results that is repeated changes nothing', async () => {
    await writeTaskResults(ctx, run, ended, { cursor: batchTasks });
    const table = await verbs.table();
    expect(await writeTaskResults(ctx, run, ended, { cursor: batchTasks })).toMatchObject({
      written: batchTasks,
      dropped: 0,
    });
    expect(await verbs.table()).toEqual(table);
  });

  it('all of a batch of results is written or nothing, whenever it dies, and all of it when it is repeated', async () => {
    await writeTaskResults(ctx, run, running);
    const before = await verbs.table();
    for (let call = 1; call <= 6; call += 1) {
      verbs.faults.plan(crashAt(call, 'before'));
      await writeTaskResults(ctx, run, ended, { cursor: batchTasks }).catch(() => undefined);
      verbs.faults.clear();
      await check();
      const { cursor } = await readExecution();
      const statuses = (await verbs.table()).size - before.size;
      if (cursor === batchTasks) break;
      // At most the marks that a deletion looks for.
      expect(statuses).toBeLessThanOrEqual(3);
    }
    verbs.faults.plan(({ command }) => (command === 'TransactWriteItems' ? { after: timedOut() } : undefined));
    await writeTaskResults(ctx, run, ended, { cursor: batchTasks }).catch(() => undefined);
    await verbs.faults.idle();
    verbs.faults.clear();
    expect(await writeTaskResults(ctx, run, ended, { cursor: batchTasks })).toMatchObject({
      written: batchTasks,
      dropped: 0,
    });
    expect((await readExecution()).taskCounts).toMatchObject({ completed: batchTasks, running: 0 });
    await check();
  });

  it('of several updates of a task in one batch the furthest is taken, in several transactions where they are many', async () => {
    const many = Array.from({ length: 150 }, (_, n) => plannedTask(n, { target: String(n % 64) }));
    const updates = many.flatMap((planned): TaskUpdate[] => [
      { kind: 'ended', planned, outcome: outcomeOf(planned) },
      { kind: 'scheduled', planned },
      { kind: 'running', planned, startAt: '2025-03-01T11:59:00.000Z' },
    ]);
    expect(await writeTaskResults(ctx, run, updates, { cursor: 150 })).toMatchObject({ written: 150, dropped: 0 });
    expect(await readExecution()).toMatchObject({ cursor: 150, taskCounts: { completed: 150 } });
    await check();
  });

  it('results that are too large for one transaction are written in several', async () => {
    const outputParameters = measuredParameters('m', 64, '測'.repeat(300));
    const large = tasks.map((planned): TaskUpdate => {
      return { kind: 'ended', planned, outcome: outcomeOf(planned, { outputParameters }) };
    });
    expect(await writeTaskResults(ctx, run, large, { cursor: batchTasks })).toMatchObject({
      written: batchTasks,
      dropped: 0,
    });
    expect(await readExecution()).toMatchObject({ cursor: batchTasks, taskCounts: { completed: batchTasks } });
    expect(Object.keys((await readTarget(ctx, 'chip', 'qubit', String(batchTasks - 1))).data)).toHaveLength(64);
    await check();
  });

  it('a batch is written at once whatever the size of its figures, which are objects of the bucket', async () => {
    const figure = { name: 'decay.svg', contentType: 'image/svg+xml', body: 'x'.repeat(100_000) };
    const drawn = tasks.map((planned): TaskUpdate => {
      return { kind: 'ended', planned, outcome: outcomeOf(planned, { figures: [figure], rawData: [figure] }) };
    });
    verbs.faults.plan(() => undefined);
    await writeTaskResults(ctx, run, drawn, { cursor: batchTasks });
    expect(verbs.faults.calls().filter(({ command }) => command === 'TransactWriteItems')).toHaveLength(1);
    await check();
  });

  it('every value of one qubit is kept, however many different ones a batch has measured', async () => {
    const many = tasks.map(({ index }): TaskUpdate => {
      const planned = plannedTask(index, { name: `Check${index}`, target: '5' });
      const outputParameters = measuredParameters(`m${index}-`, 16);
      return { kind: 'ended', planned, outcome: outcomeOf(planned, { outputParameters }) };
    });
    expect(await writeTaskResults(ctx, run, many, { cursor: batchTasks })).toMatchObject({
      written: batchTasks,
      dropped: 0,
    });
    expect(await readExecution()).toMatchObject({ cursor: batchTasks, taskCounts: { completed: batchTasks } });
    expect(Object.keys((await readTarget(ctx, 'chip', 'qubit', '5')).data)).toHaveLength(batchTasks * 16);
    await check();
  });

  it('a qubit is not given metrics without end: one that has no room is named, and what it has is kept', async () => {
    const report = (index: number, prefix: string) => {
      const planned = plannedTask(index, { target: '5' });
      const outputParameters = measuredParameters(prefix, 64, '測'.repeat(80));
      const outcome = outcomeOf(planned, { outputParameters, endAt: `2025-03-01T12:00:0${index}.000Z` });
      return writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome }]);
    };
    for (const [index, prefix] of [...'abc'].entries()) await report(index, prefix);
    const error = await report(3, 'd').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'invalid', message: expect.stringMatching("qubit '5' of chip 'chip'") });
    // What it has is renewed, and the run goes on.
    expect(await report(4, 'a')).toMatchObject({ written: 1 });
    expect((await readTarget(ctx, 'chip', 'qubit', '5')).data.a0).toMatchObject({ taskId: 'task-4' });
    expect((await readExecution()).taskCounts).toEqual({ completed: 4 });
    await check();
  });

  it('a run moves its cursor without results, and never back', async () => {
    await writeTaskResults(ctx, run, [], { cursor: 5 });
    await writeTaskResults(ctx, run, [], { cursor: 3 });
    expect((await readExecution()).cursor).toBe(5);
  });
});

describe('a result that has ended', () => {
  beforeEach(() => writeTaskResults(ctx, run, ended));

  it('a result that has ended never changes, whatever comes late', async () => {
    const table = await verbs.table();
    expect(await writeTaskResults(ctx, run, [...running])).toMatchObject({ written: 0, dropped: batchTasks });
    expect(await writeTaskResults(ctx, run, scheduled)).toMatchObject({ written: 0, dropped: batchTasks });
    const [planned] = tasks;
    if (!planned) throw new Error('no task');
    const outcome = outcomeOf(planned, { status: 'failed', endAt: '2025-03-02T00:00:00.000Z' });
    expect(await writeTaskResults(ctx, run, [{ kind: 'ended', outcome }])).toMatchObject({ written: 0, dropped: 1 });
    expect(await verbs.table()).toEqual(table);
  });

  it('a result that has ended does not keep the rest of its batch from being written', async () => {
    const later = plannedTask(30);
    const updates: TaskUpdate[] = [...first(running), { kind: 'ended', outcome: outcomeOf(later) }];
    expect(await writeTaskResults(ctx, run, updates)).toMatchObject({ written: 1, dropped: 1 });
    await check();
  });
});

describe('a writer that may not write any more', () => {
  const refusal = async () => {
    const table = await verbs.table();
    const error = await writeTaskResults(ctx, run, first(ended)).catch((thrown: Error) => thrown);
    expect(await verbs.table()).toEqual(table);
    return error instanceof Error ? error.name : 'written';
  };

  it('a writer of results is told that another one took the run over', async () => {
    await changeExecution({ fence: 2 });
    expect(await refusal()).toBe('FenceLost');
  });

  it('a writer of results is told that a cancellation was asked for', async () => {
    await changeExecution({ cancelRequestedAt: '2025-03-01T12:00:00.000Z' });
    expect(await refusal()).toBe('RunCancelled');
  });

  it('a writer of results is told that the run is being ended, has ended, or never was', async () => {
    await changeExecution({ closing: true });
    expect(await refusal()).toBe('RunEnded');
    await changeExecution({ closing: undefined, status: 'completed' });
    expect(await refusal()).toBe('RunEnded');
    run = { ...run, executionId: '20250301-999' };
    expect(await refusal()).toBe('RunEnded');
  });

  it('a writer finds that it may not write any more also when that happens between its reading and its writing', async () => {
    let taken = false;
    const send = async (command: Parameters<typeof verbs.db.client.send>[0]) => {
      if (command instanceof TransactWriteItemsCommand && !taken) {
        taken = true;
        await changeExecution({ fence: 2 });
      }
      return verbs.db.client.send(command);
    };
    const db = { ...verbs.db, client: Object.create(verbs.db.client, { send: { value: send } }) };
    await expect(writeTaskResults({ ...ctx, db }, run, first(ended))).rejects.toThrow('was taken over');
    expect(taken).toBe(true);
    expect(await getTaskResult(verbs.db, run.projectId, 'task-0')).toBeUndefined();
  });
});

describe('what people do meanwhile', () => {
  it('a note and an exclusion on a result, made meanwhile, are kept', async () => {
    await writeTaskResults(ctx, run, running);
    const userNote = { content: 'odd', updatedBy: 'bob', updatedAt: '2025-03-01T11:59:30.000Z' };
    await writeItem(verbs.db, {
      update: taskKeys.result(run.projectId, 'task-0'),
      with: updateOf({ set: { userNote, excluded: true } }),
    });
    await writeTaskResults(ctx, run, ended);
    expect(await one()).toMatchObject({ status: 'completed', userNote, excluded: true });
  });

  it('of a value set by hand meanwhile and a measured one the newer stays', async () => {
    verbs.now = new Date('2025-03-01T12:30:00.000Z');
    const edit = (qid: string, calibratedAt: string) =>
      updateParameters(ctx, { chipId: 'chip', qid, parameters: { t1: { value: 99, calibratedAt } } });
    await edit('0', '2025-03-01T12:10:00.000Z');
    await edit('1', '2025-03-01T11:00:00.000Z');
    await writeTaskResults(ctx, run, ended);
    expect((await readTarget(ctx, 'chip', 'qubit', '0')).data.t1?.value).toBe(99);
    expect((await readTarget(ctx, 'chip', 'qubit', '1')).data.t1?.value).toBe(40);
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    await check();
  });

  it('values that an earlier version stored as maps stay alongside a measured one, which is a text', async () => {
    const key = chipKeys.target(run.projectId, 'chip', { kind: 'qubit', id: '0' });
    const value = { value: 5, unit: 'GHz', calibratedAt: '2025-01-01T00:00:00.000Z', source: 'manual' };
    const earlier = updateOf({ set: { v: 1, data: { qubit_frequency: value, t1: { ...value, unit: 'us' } } } });
    await writeItem(verbs.db, { update: key, with: earlier });
    await writeTaskResults(ctx, run, ended);
    const item = await getItem(verbs.db, key);
    expect(item).toMatchObject({ v: 2, data: { qubit_frequency: value, t1: expect.stringMatching(/^\[40,/) } });
    const { data } = await readTarget(ctx, 'chip', 'qubit', '0');
    expect(data).toMatchObject({
      qubit_frequency: value,
      t1: { value: 40, unit: 'us', taskId: 'task-0' },
    });
  });

  it('a latest row of version 1, which names its task within the result alone, gives way to a later result', async () => {
    const { projectId } = run;
    const key = { projectId, chipId: 'chip', task: 'CheckT1', target: { kind: 'qubit', id: '0' } as const };
    const result = { taskId: 'earlier', executionId: '20250101-000', status: 'completed', outputParameters: {} };
    await writeItem(verbs.db, {
      put: {
        ...taskKeys.latest(projectId, 'chip', 'CheckT1', key.target),
        ...{ ...key, entity: 'latest-result', v: 1, rev: 1, endAt: '2025-01-01T00:00:00.000Z', result },
      },
    });
    await writeTaskResults(ctx, run, first(ended));
    const of = { projectId, chipId: 'chip', task: 'CheckT1' };
    expect(await listLatest(verbs.db, of, 'qubit')).toMatchObject([{ taskId: 'task-0' }]);
    expect(await listLatest(verbs.db, { ...of, date: '20250101' }, 'qubit')).toMatchObject([{ taskId: 'earlier' }]);
  });

  it('a result is stamped with the cool-down that the chip is in when it is written', async () => {
    await writeTaskResults(ctx, run, running);
    expect((await one()).cooldownId).toBeUndefined();
    await createCryostat(ctx, 'fridge', {
      name: '',
      manufacturer: '',
      model: '',
      location: '',
      status: 'active',
    });
    await createCooldown(ctx, {
      cooldownId: 'cd-1',
      cryoId: 'fridge',
      description: '',
      startedAt: '2025-02-01T00:00:00.000Z',
      chipIds: ['chip'],
      wiringInfo: '',
      wiringBlocks: '[]',
    });
    await writeTaskResults(ctx, run, ended);
    expect((await one()).cooldownId).toBe('cd-1');
    expect(await hasCooldownData(verbs.db, run.projectId, 'cd-1')).toBe(true);
  });
});
