import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readTarget } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { listLatest } from '#shared/results/store/latest-results.ts';
import { getTaskResult } from '#shared/results/store/task-results.ts';
import { latestResults } from '#shared/results/verbs/read/latest-results.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkResults, measuredValue, outcomeOf, plannedTask, putRunning } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
let ctx: ProjectContext;
let run: { projectId: string; executionId: string; fence: number };

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 64, topologyId: 'square-lattice-mux-64' });
  const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, tags: ['daily'] });
  run = { projectId, executionId, fence: 1 };
});

const one = async (taskId = 'task-0') => {
  const result = await getTaskResult(verbs.db, run.projectId, taskId);
  if (!result) throw new Error(`no result ${taskId}`);
  return result;
};
const check = () => checkResults(verbs.db, ctx.config.calendarTimeZone, ['chip']);

describe('what a task measured', () => {
  const write = (...outcomes: Parameters<typeof outcomeOf>[1][]) =>
    writeTaskResults(
      ctx,
      run,
      outcomes.map((given, n) => ({ kind: 'ended', outcome: outcomeOf(plannedTask(n, { target: '0' }), given) })),
    );

  it('a task that failed, was skipped or cancelled leaves the values of its target alone', async () => {
    await write({ status: 'failed' }, { status: 'skipped' }, { status: 'cancelled' });
    expect((await readTarget(ctx, 'chip', 'qubit', '0')).data).toEqual({});
    expect(await listLatest(verbs.db, { ...run, chipId: 'chip', task: 'CheckT1' }, 'qubit')).toMatchObject([
      { taskId: 'task-0', result: { status: 'failed' } },
    ]);
    await check();
  });

  it('one target has the newest value of each of its metrics, in any order results come', async () => {
    await write(
      { outputParameters: { t1: measuredValue(41) }, endAt: '2025-03-01T12:00:02.000Z' },
      { outputParameters: { t1: measuredValue(40), t2_echo: measuredValue(30) } },
    );
    const { data } = await readTarget(ctx, 'chip', 'qubit', '0');
    expect([data.t1?.value, data.t2_echo?.value]).toEqual([41, 30]);
    await check();
  });

  it('a unit is kept out of a value that is in another, and an impossible value out of the target', async () => {
    await updateParameters(ctx, {
      chipId: 'chip',
      qid: '0',
      parameters: { t1: { value: 39, unit: 'us', calibratedAt: '2025-03-01T00:00:00.000Z' } },
    });
    await write({
      outputParameters: { t1: measuredValue(40_000, 'ns'), average_gate_fidelity: measuredValue(1.2, '') },
    });
    const { data } = await readTarget(ctx, 'chip', 'qubit', '0');
    expect(data.t1?.value).toBeCloseTo(40, 9);
    expect(data.average_gate_fidelity).toBeUndefined();
    expect((await one()).outputParameters.average_gate_fidelity?.value).toBe(1.2);
  });

  const latestOn = async (date?: string) =>
    (await latestResults(ctx, { chipId: 'chip', task: 'CheckT1', kind: 'qubit' }, date)).get('0')?.taskId;

  it('a result belongs to the day of the calendar zone on which it ended', async () => {
    await write({ endAt: '2025-03-01T15:00:00.000Z' });
    expect([await latestOn('20250301'), await latestOn('20250302')]).toEqual([undefined, 'task-0']);
  });

  it('a result stays the latest of its day when a later day has some, and gives way to what ended later on that day', async () => {
    await write({ endAt: '2025-03-02T10:00:00.000Z' });
    const late = async (n: number, endAt: string) => {
      const planned = plannedTask(n, { target: '0' });
      await writeTaskResults(ctx, run, [{ kind: 'ended', planned, outcome: outcomeOf(planned, { endAt }) }]);
      await check();
    };
    await late(1, '2025-03-03T10:00:00.000Z');
    expect([await latestOn('20250302'), await latestOn('20250303'), await latestOn()]).toEqual([
      ...['task-0', 'task-1', 'task-1'],
    ]);
    await late(2, '2025-03-02T11:00:00.000Z');
    await late(3, '2025-03-02T09:00:00.000Z');
    await late(4, '2025-03-01T10:00:00.000Z');
    await late(5, '2025-03-03T09:00:00.000Z');
    expect([await latestOn('20250301'), await latestOn('20250302'), await latestOn('20250303')]).toEqual([
      ...['task-4', 'task-2', 'task-1'],
    ]);
  });

  it('a result is the latest of its day where a batch has results of several days', async () => {
    await write(
      { endAt: '2025-03-03T10:00:00.000Z' },
      { endAt: '2025-03-01T10:00:00.000Z' },
      { endAt: '2025-03-05T10:00:00.000Z' },
      { endAt: '2025-03-03T11:00:00.000Z' },
    );
    const days = ['20250301', '20250303', '20250305'];
    expect(await Promise.all(days.map((date) => latestOn(date)))).toEqual(['task-1', 'task-3', 'task-2']);
    await check();
  });

  it('a number that cannot be stored is not a value of a result', async () => {
    await write({
      outputParameters: {
        t1: measuredValue(Number.NaN),
        t2_echo: { ...measuredValue(3e-200), error: Number.POSITIVE_INFINITY },
        x: measuredValue(1e300),
      },
    });
    expect((await one()).outputParameters).toMatchObject({ t2_echo: { value: 0, error: 0 } });
    expect((await one()).outputParameterNames).toEqual(['t2_echo']);
  });

  it('a result for a chip that was deleted meanwhile is written as history alone', async () => {
    const { projectId, executionId } = await putRunning(verbs.db, { projectId: ctx.projectId, chipId: 'gone' });
    run = { projectId, executionId, fence: 1 };
    expect(await write({})).toMatchObject({ written: 1, dropped: 0 });
    expect(await listLatest(verbs.db, { ...run, chipId: 'gone', task: 'CheckT1' }, 'qubit')).toEqual([]);
    expect((await one()).status).toBe('completed');
  });
});
