import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCalibrationNote } from '#compat/qdash/verbs/calibration-note.ts';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { happeningsOf } from '#shared/notifications/verbs/happenings.ts';
import { listTaskResults } from '#shared/results/verbs/read/list-task-results.ts';
import { taskHistory } from '#shared/results/verbs/read/task-history.ts';
import { type ExecutionRecord, executionEntity } from '#shared/runs/store/executions.ts';
import { getLock } from '#shared/runs/store/locks.ts';
import { chipDates } from '#shared/runs/verbs/chip-dates.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { listExecutions } from '#shared/runs/verbs/list-executions.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { beginPastRun } from '#shared/workers/verbs/past/begin-past-run.ts';
import { interleaved, type Passing } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionRecord } from '#test/support/runs/execution.ts';
import { finishPast, handIn, pastRun, pastT1, reportPast } from '#test/support/runs/past-run.ts';
import { executionOf, fakeOrchestrator, newRun, type RunContext } from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
});

const page = { skip: 0, limit: 10 };
/** A run of the past with a result. */
async function report(qid: string) {
  const run = await beginPastRun(ctx, pastRun());
  await reportPast(ctx, run, [pastT1(qid)]);
  return run;
}
const ids = async (filter = {}) => (await listExecutions(ctx, filter, page)).records.map((run) => run.executionId);

describe('a run of the past', () => {
  test('a run of the past has the times of its lab, and takes neither the lock nor a number of today', async () => {
    const live = await startRun(ctx, newRun());
    const lock = await getLock(verbs.db, ctx.projectId);
    const run = await handIn(ctx, pastRun(), [[pastT1('0'), pastT1('1')]]);
    expect(run).toMatchObject({ executionId: '20250220-900000', status: 'running', fence: 1 });
    expect(await executionOf(ctx, run)).toMatchObject({
      ...{ status: 'completed', createdAt: '2025-03-01T12:00:00.000Z', startAt: '2025-02-20T09:00:00.000Z' },
      ...{ endAt: '2025-02-20T09:30:00.000Z', elapsedSeconds: 1800, taskCounts: { completed: 2 } },
    });
    expect(await getLock(verbs.db, ctx.projectId)).toEqual(lock);
    expect(live.executionId).toBe('20250301-000');
    expect(ctx.orchestrator.started.has(run.flowRunId)).toBe(false);
    checkRuns(await verbs.table());
  });

  test('the number of the next run follows the runs that were started, also if one of the past has the same day', async () => {
    await handIn(ctx, pastRun({ startAt: '2025-03-01T10:00:00.000Z', endAt: '2025-03-01T11:00:00.000Z' }), []);
    expect((await startRun(ctx, newRun())).executionId).toBe('20250301-000');
    expect(await ids()).toEqual(['20250301-900000', '20250301-000']);
  });

  test('runs of the past of one day have numbers of their own, and the day is one of the chip', async () => {
    const second = pastRun({ flowRunId: '8d6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11' });
    await handIn(ctx, pastRun(), []);
    await handIn(ctx, second, []);
    expect(await ids({ chipId: 'chip' })).toEqual(['20250220-900001', '20250220-900000']);
    expect(await chipDates(ctx, 'chip')).toEqual(['20250220']);
  });

  test('a repeat with the same content is the same run; with other content it is refused and changes nothing', async () => {
    const first = await beginPastRun(ctx, pastRun());
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    expect(await beginPastRun(ctx, pastRun())).toEqual(first);
    const before = await verbs.table();
    for (const other of [
      { flowName: 'evening' },
      { parameters: { shots: 200 } },
      { endAt: '2025-02-20T09:31:00.000Z' },
      { backend: 'bench-2' },
      { persist: false },
    ])
      await expect(beginPastRun(ctx, pastRun(other))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await verbs.table()).toEqual(before);
  });

  test('the id of a run that was started is refused as the key of a run of the past', async () => {
    const { flowRunId } = await startRun(ctx, newRun());
    await expect(beginPastRun(ctx, pastRun({ flowRunId }))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('two that submit the same run at once write one run with each result once', async () => {
    const pages = [[pastT1('0')], [pastT1('1')]];
    // The one that is slower hears that the run has ended.
    const push = () => handIn(ctx, pastRun(), pages).catch((error: { code?: string }) => error.code);
    const pushed = await Promise.all([push(), push()]);
    expect(pushed.filter((one) => one !== 'run_ended').length).toBeGreaterThan(0);
    const one = await beginPastRun(ctx, pastRun());
    expect(await ids()).toEqual(['20250220-900000']);
    expect(await executionOf(ctx, one)).toMatchObject({ status: 'completed', taskCounts: { completed: 2 } });
    checkRuns(await verbs.table());
  });

  test.each([
    ['begins', () => beginPastRun(ctx, pastRun())],
    ['begins and submits a result', () => report('0')],
    ['begins and ends', async () => finishPast(ctx, await report('1'))],
  ] as const)('whatever another push does while one %s, there is one run, and each result once', async (_, work) => {
    const meanwhile = () => handIn(ctx, pastRun(), [[pastT1('0')], [pastT1('1')]]);
    const done = interleaved<unknown>(verbs.client, { work, meanwhile });
    await done.catch((error: { code?: string }) => expect(error.code).toBe('run_ended'));
    expect(await ids()).toEqual(['20250220-900000']);
    const run = await beginPastRun(ctx, pastRun());
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'completed', taskCounts: { completed: 2 } });
    checkRuns(await verbs.table());
  });

  test('two that submit different runs of a day at once have two runs', async () => {
    const second = pastRun({ flowRunId: '8d6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11' });
    await Promise.all([handIn(ctx, pastRun(), [[pastT1('0')]]), handIn(ctx, second, [[pastT1('0')]])]);
    expect((await ids()).sort()).toEqual(['20250220-900000', '20250220-900001']);
    checkRuns(await verbs.table());
  });

  test.each([
    ['completed', '', 'completed', ''],
    ['failed', 'OSError: no signal', 'failed', 'OSError: no signal'],
    ['failed', '', 'failed', 'The lab reported that the run failed'],
    ['stopped', 'KeyboardInterrupt', 'cancelled', 'Cancelled'],
  ] as const)('a run of the past that its lab ends as %s, saying "%s", is %s', async (said, message, status, shown) => {
    const run = await beginPastRun(ctx, pastRun());
    await finishPast(ctx, run, said, message);
    expect(await executionOf(ctx, run)).toMatchObject({ status, message: shown, endAt: '2025-02-20T09:30:00.000Z' });
    const before = await verbs.table();
    await finishPast(ctx, run, 'completed');
    expect(await verbs.table()).toEqual(before);
    checkRuns(await verbs.table());
  });

  test('an ended run of the past takes nothing more, and is answered with its end', async () => {
    const run = await handIn(ctx, pastRun(), [[pastT1('0')]]);
    await expect(reportPast(ctx, run, [pastT1('1')])).rejects.toMatchObject({ kind: 'conflict', code: 'run_ended' });
    expect(await beginPastRun(ctx, pastRun())).toMatchObject({ executionId: run.executionId, status: 'completed' });
  });

  test('an unfinished run of the past stays, goes on whenever it is submitted, and keeps no start away', async () => {
    const run = await beginPastRun(ctx, pastRun());
    await reportPast(ctx, run, [pastT1('0')]);
    verbs.now = new Date('2025-04-01T12:00:00.000Z');
    await sweepLocks(ctx);
    const { status, endAt } = await executionOf(ctx, run);
    expect([status, endAt]).toEqual(['running', undefined]);
    expect((await startRun(ctx, newRun())).status).toBe('scheduled');
    await handIn(ctx, pastRun(), [[pastT1('0')], [pastT1('1')]]);
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'completed', taskCounts: { completed: 2 } });
  });

  test('the newest calibration note is that of the newest run, also where a run of the past was recorded after it', async () => {
    const newer = await handIn(ctx, pastRun(), [[pastT1('0')]]);
    const times = { startAt: '2025-02-19T09:00:00.000Z', endAt: '2025-02-19T10:00:00.000Z' };
    verbs.now = new Date(verbs.now.getTime() + 60_000);
    await handIn(ctx, pastRun({ flowRunId: '8d6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11', ...times }), [[pastT1('1', times)]]);
    expect((await readCalibrationNote(ctx)).executionId).toBe(newer.executionId);
  });

  test.each(['after', 'while'])(
    'a run of the past refuses results %s another chip gets the id of its chip',
    async (when) => {
      const run = await beginPastRun(ctx, pastRun());
      const replace = async () => {
        await deleteChip(ctx, 'chip', { force: true, permanent: true });
        verbs.now = new Date(verbs.now.getTime() + 1000);
        await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
      };
      // A failed result writes no value, whose target would tell.
      const work = () => reportPast(ctx, run, [pastT1('1', { status: 'failed', outputParameters: {} })]);
      const where = ({ input }: Passing) => JSON.stringify(input).includes('taskCounts');
      const late =
        when === 'while' ? interleaved(verbs.client, { work, meanwhile: replace, where }) : replace().then(work);
      await expect(late).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining(`Chip 'chip' of run '${run.executionId}' was deleted`),
      });
      expect((await getChip(verbs.db, ctx.projectId, 'chip'))?.lastCalibratedAt).toBeUndefined();
      expect((await executionOf(ctx, run)).taskCounts).toEqual({});
      await finishPast(ctx, run);
      checkRuns(await verbs.table());
    },
  );

  test('an unfinished run of the past that is cancelled ends at once and keeps what it has', async () => {
    const run = await beginPastRun(ctx, pastRun());
    await reportPast(ctx, run, [pastT1('0')]);
    expect(await cancelRun(ctx, run.executionId)).toMatchObject({ status: 'cancelled', message: 'Cancelled by alice' });
    await expect(reportPast(ctx, run, [pastT1('1')])).rejects.toMatchObject({ code: 'run_ended' });
    expect(await beginPastRun(ctx, pastRun())).toMatchObject({ status: 'cancelled' });
    expect((await executionOf(ctx, run)).taskCounts).toEqual({ completed: 1 });
  });

  test('every editor may go on with the record of a run of the past', async () => {
    const run = await beginPastRun(ctx, pastRun());
    const bob = { ...(await verbs.member('bob')), projectId: ctx.projectId, orchestrator: ctx.orchestrator };
    expect((await beginPastRun(bob, pastRun())).executionId).toBe(run.executionId);
    await reportPast(bob, run, [pastT1('0')]);
    await finishPast(bob, run);
    expect(await executionOf(ctx, run)).toMatchObject({ status: 'completed', username: 'alice' });
  });

  test('the end of a run of the past sends no notification, whatever it is', async () => {
    const scenes = {} as Parameters<typeof happeningsOf>[2];
    const told = async (run: Partial<ExecutionRecord>) =>
      (await happeningsOf(ctx, { before: undefined, after: executionEntity.encode(executionRecord(run), 1) }, scenes))
        .length;
    const { startAt, endAt } = pastRun();
    for (const status of ['failed', 'cancelled'] as const)
      expect([await told({ status }), await told({ status, past: { startAt, endAt } })]).toEqual([1, 0]);
  });

  test('results of before the chip was created here are in its lists and histories', async () => {
    await handIn(ctx, pastRun(), [[pastT1('0')]]);
    const listed = await listTaskResults(ctx, { chipId: 'chip' }, page);
    expect([listed.records.length, listed.total]).toEqual([1, 1]);
    const of = { chipId: 'chip', task: 'CheckT1', target: { kind: 'qubit', id: '0' } } as const;
    const window = { date: undefined, from: undefined, through: undefined, limit: 10, skip: 0 };
    expect(await taskHistory(ctx, of, window)).toMatchObject({ results: [{ endAt: pastT1('0').endAt }], total: 1 });
  });

  test('the lists of a chip begin with the first result before its creation, and not with a run that has none', async () => {
    const since = async () => (await getChip(verbs.db, ctx.projectId, 'chip'))?.measuredFrom;
    const wrong = { flowRunId: randomUUID(), startAt: '1971-01-01T00:00:00.000Z', endAt: '1971-01-01T01:00:00.000Z' };
    const mistaken = await beginPastRun(ctx, pastRun(wrong));
    await cancelRun(ctx, mistaken.executionId);
    expect(await since()).toBeUndefined();
    await handIn(ctx, pastRun(), [[pastT1('0')]]);
    expect(await since()).toBe(pastT1('0').startAt);
    const times = { startAt: '2025-02-20T09:01:00.000Z', endAt: '2025-02-20T09:02:00.000Z' };
    await handIn(ctx, pastRun({ flowRunId: randomUUID() }), [[pastT1('1')], [pastT1('0', times)]]);
    expect(await since()).toBe(times.startAt);
  });
});

describe('a list of executions', () => {
  test('a list of executions from an instant on has each run by its own start, whatever order they were recorded in', async () => {
    await startRun(ctx, newRun());
    const early = { startAt: '2025-03-01T01:00:00.000Z', endAt: '2025-03-01T02:00:00.000Z' };
    await handIn(ctx, pastRun(early), []);
    expect(await ids({ startFrom: '2025-03-01T03:00:00.000Z' })).toEqual(['20250301-000']);
    expect(await ids({ startFrom: '2025-03-01T00:30:00.000Z' })).toEqual(['20250301-900000', '20250301-000']);
  });
});
