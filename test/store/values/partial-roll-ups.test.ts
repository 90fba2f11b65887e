import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/project.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { type Streams, startStreams } from '#local/streams/streams.ts';
import { lineOf } from '#shared/archives/store/archive-lines.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { executionEntity, getExecution } from '#shared/runs/store/executions.ts';
import { lockEntity } from '#shared/runs/store/locks.ts';
import { getOpenSpan, opened, openSpanEntity, partialOf } from '#shared/values/store/open-spans.ts';
import { setExcluded } from '#shared/values/verbs/exclusions/set-excluded.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { makePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { readMeasuredSpans, rollUpsOfRange } from '#shared/values/verbs/range-roll-ups.ts';
import { type Device, parameter } from '#test/support/devices/ibm-device.ts';
import { timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkPartials } from '#test/support/invariants/partial-invariants.ts';
import { measuredValue, outcomeOf, plannedTask, putRunning, scan } from '#test/support/runs/run-results.ts';

const consumer = streamConsumers.find(({ name }) => name === 'project');

let verbs: Verbs;
let ctx: ProjectContext;
let streams: Streams | undefined;
let errors: string[];

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  errors = [];
  verbs.faults.clear();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
});
afterEach(async () => {
  await streams?.stop();
  streams = undefined;
});

/** Delivers the stream to the consumer, as a stack does. */
async function deliver(): Promise<Streams> {
  if (!consumer) throw new Error('There is no consumer of that name');
  const { client, log } = { client: verbs.client, log: ctx.log };
  provideRuntime(createRuntime(ctx.config, { client, log, clock: () => verbs.now }));
  streams = await startStreams({
    ...{ engine: verbs.engine, client, tableName: verbs.engine.tableName, consumers: [consumer] },
    handlerOf: () => (event) => handler(event, lambdaContext('stream-project', 'test', Date.now() + 60_000)),
    onError: (error) => errors.push(error.message),
  });
  return streams;
}

/** Measures so many qubits twice, a minute after what was measured before. */
async function measure(qubits: number): Promise<{ projectId: string; executionId: string }> {
  verbs.now = new Date(verbs.now.getTime() + 60_000);
  const run = await putRunning(verbs.db, { projectId: ctx.projectId });
  const updates = Array.from({ length: 2 * qubits }, (_, n) => {
    const taskId = `task-${verbs.now.getTime()}-${n}`;
    const planned = plannedTask(n, { taskId, target: String(n % qubits) });
    const at = new Date(verbs.now.getTime() - 1000 * (2 * qubits - n)).toISOString();
    const outputParameters = { t1: measuredValue(40 + n, 'us') };
    return {
      kind: 'ended' as const,
      planned,
      outcome: outcomeOf(planned, { outputParameters, startAt: at, endAt: at }),
    };
  });
  await writeTaskResults(ctx, { ...run, fence: 1 }, updates);
  return run;
}

async function endRun({ projectId, executionId }: { projectId: string; executionId: string }): Promise<void> {
  const run = await getExecution(verbs.db, projectId, executionId);
  if (!run) throw new Error('The run is gone');
  const { rev, ...record } = run;
  const ended = { ...record, status: 'completed' as const, endAt: verbs.now.toISOString() };
  await batchWriteItems(verbs.db, [{ put: executionEntity.encode(ended, rev + 1) }]);
}

const ref = () => ({ projectId: ctx.projectId, chipId: 'chip' });
const markOf = (date = '20250301') => getOpenSpan(verbs.db, { ...ref(), span: 'day', date });
const rolled = async () => {
  const mark = await markOf();
  return mark && partialOf(mark)?.metrics;
};
const sweep = () => closeSpans(ctx, new Date('2030-01-01'));
const checkReads = () => checkPartials(ctx, ref(), [{ through: verbs.now.toISOString() }]);

describe('partial roll-ups of a day that is not over', () => {
  it('the end of a run takes in what it measured', async () => {
    const running = await deliver();
    const run = await measure(4);
    await running.settle();
    expect(await rolled()).toBeUndefined();
    await endRun(run);
    await running.settle();
    expect(await rolled()).toEqual(['t1']);
    expect(await checkReads()).toBe(1);
    expect(errors).toEqual([]);
  });

  it('the end of a run leaves fewer values than the chip has targets to the next, and the sweep', async () => {
    const running = await deliver();
    await endRun(await measure(1));
    await running.settle();
    expect(await rolled()).toBeUndefined();
    await endRun(await measure(3));
    await running.settle();
    expect(await rolled()).toEqual(['t1']);
    await setExcluded(ctx, `task-${verbs.now.getTime()}-0`, { excluded: true, reason: '' });
    expect(await rolled()).toEqual([]);
    await checkReads();
    expect(await sweep()).toEqual({ closed: 0, failed: 0 });
    expect(await rolled()).toEqual(['t1']);
    await checkReads();
  });

  it('an import takes in what it brought', async () => {
    const running = await deliver();
    const documents: Device = {
      conf: { backend_name: 'line', n_qubits: 4, coupling_map: [[0, 1]] },
      props: {
        backend_name: 'line',
        qubits: [0, 1, 2, 3].map((n) =>
          ['T1', 'T2'].map((name) => parameter(name, 30 + n, 'us', '2025-03-01T11:00:00Z')),
        ),
        gates: [],
      },
    };
    await importChip(ctx, { format: 'ibm', chipId: 'line', documents });
    await running.settle();
    const mark = await getOpenSpan(verbs.db, {
      projectId: ctx.projectId,
      chipId: 'line',
      span: 'day',
      date: '20250301',
    });
    expect(mark && partialOf(mark)?.metrics).toEqual(mark?.metrics);
    expect(errors).toEqual([]);
  });

  it('where they cannot be made the record is done, and the next sweep makes them', async () => {
    const running = await deliver();
    const run = await measure(4);
    await running.settle();
    await endRun(run);
    verbs.faults.plan(({ command }) => (command === 'PutItem' ? { before: timedOut() } : undefined));
    await running.settle();
    verbs.faults.clear();
    expect([await rolled(), await running.deadLetters(), errors]).toEqual([undefined, [], []]);
    await sweep();
    expect(await rolled()).toEqual(['t1']);
  });

  it('where a batch has no time for them its records are done, and the next sweep makes them', async () => {
    const running = await deliver();
    const run = await measure(4);
    await running.settle();
    await endRun(run);
    verbs.faults.plan(({ command }) => {
      if (command === 'Query') verbs.now = new Date(verbs.now.getTime() + 15_000);
      return undefined;
    });
    await running.settle();
    verbs.faults.clear();
    expect([await rolled(), await running.deadLetters(), errors]).toEqual([undefined, [], []]);
    await sweep();
    expect(await rolled()).toEqual(['t1']);
  });

  it('a sweep makes them every hour, and not while a run measures the chip', async () => {
    const run = await measure(2);
    const held = { ...run, chipId: 'chip', flowRunId: 'f', username: 'alice', acquiredAt: verbs.now.toISOString() };
    const lock = {
      projectId: ctx.projectId,
      last: { date: '20250301', index: 1 },
      updatedAt: verbs.now.toISOString(),
    };
    await batchWriteItems(verbs.db, [{ put: lockEntity.encode({ ...lock, holder: held }, 1) }]);
    await sweep();
    expect(await rolled()).toBeUndefined();
    await batchWriteItems(verbs.db, [{ put: lockEntity.encode(lock, 2) }]);
    await sweep();
    const first = (await markOf())?.token;
    await measure(1);
    await sweep();
    expect((await markOf())?.token).toBe(first);
    verbs.now = new Date(verbs.now.getTime() + 3_600_000);
    await sweep();
    expect((await markOf())?.token).not.toBe(first);
    await checkReads();
  });

  it('the roll-ups of the day are made of all its samples when it is over', async () => {
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    await measure(2);
    verbs.now = new Date('2025-03-02T01:00:00.000Z');
    await checkReads();
    expect(await sweep()).toEqual({ closed: 1, failed: 0 });
    expect(await markOf()).toBeUndefined();
  });

  it('a reader whose marks are older than the partial roll-ups reads each sample once, and all where they are gone', async () => {
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const chip = await readChip(ctx, 'chip');
    const marks = await readMeasuredSpans(verbs.db, ctx.projectId, 'chip');
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const read = async (spans: typeof marks) => {
      const found = await rollUpsOfRange(verbs.db, chip, spans, { through: verbs.now.toISOString() });
      return found
        .get('t1')
        ?.map(({ target, rollUp }) => [target.id, rollUp.units.us?.count])
        .sort();
    };
    const expected = ['0', '1', '2', '3'].map((id) => [id, 4]);
    expect(await read(marks)).toEqual(expected);
    const rows = (await scan(verbs.db)).filter(({ entity }) => entity === 'partial-roll-up');
    await batchWriteItems(
      verbs.db,
      rows.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    );
    expect(await read(marks)).toEqual(expected);
  });

  it('a range that ends before what a newer partial roll-up has takes none of it', async () => {
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const chip = await readChip(ctx, 'chip');
    const marks = await readMeasuredSpans(verbs.db, ctx.projectId, 'chip');
    const through = verbs.now.toISOString();
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const found = await rollUpsOfRange(verbs.db, chip, marks, { through });
    expect(found.get('t1')?.map(({ rollUp }) => rollUp.units.us?.count)).toEqual([2, 2, 2, 2]);
  });

  it('more metrics than one transaction holds are made', async () => {
    verbs.now = new Date(verbs.now.getTime() + 60_000);
    const run = await putRunning(verbs.db, { projectId: ctx.projectId });
    const planned = plannedTask(0, { taskId: 'many', target: '0' });
    const at = verbs.now.toISOString();
    const metrics = Array.from({ length: 120 }, (_, n) => `own_${n}`);
    const outputParameters = Object.fromEntries(metrics.map((metric, n) => [metric, measuredValue(n, '')]));
    const outcome = outcomeOf(planned, { outputParameters, startAt: at, endAt: at });
    await writeTaskResults(ctx, { ...run, fence: 1 }, [{ kind: 'ended', planned, outcome }]);
    await makePartials(ctx, ref(), { always: true });
    expect(await rolled()).toHaveLength(120);
    expect(await checkReads()).toBe(120);
  });

  it('a version before writes the mark of a day anew without its partial roll-ups, or takes it with them for nothing', async () => {
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const mark = await markOf();
    if (!mark) throw new Error('The day has no mark');
    // As that version decides for a sample of a metric that the mark names.
    const anew = opened(mark, { ...ref(), span: 'day', date: '20250301' }, ['t1']);
    expect(anew && openSpanEntity.decode(anew)).toMatchObject({ metrics: ['t1'], rev: mark.rev + 1 });
    expect(anew).not.toHaveProperty('partial');
    // That version closes a day with any fields that it read, and a token of its own.
    expect(partialOf({ ...mark, token: 'of that version' })).toBeUndefined();
  });

  it('partial roll-ups go with their chip, and no archive has them', async () => {
    await measure(4);
    await makePartials(ctx, ref(), { always: true });
    const mark = await markOf();
    expect(mark?.partial).toBeDefined();
    if (mark) expect(lineOf(openSpanEntity.encode(mark, mark.rev))).not.toContain('partial');
    const left = async () => (await scan(verbs.db)).filter(({ entity }) => entity === 'partial-roll-up');
    expect(await left()).toHaveLength(1);
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    expect(await left()).toEqual([]);
  });
});
