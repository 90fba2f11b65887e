import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsInThread } from '#local/runs/threaded.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import { planOf, type StackRuns, stackRuns } from '#test/support/stack/stack-runs.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';

let stack: TestStack;
let runs: StackRuns;

beforeAll(async () => {
  stack = await startTestStack();
  runs = await stackRuns(stack, 'RUNS16', 16);
});
afterAll(() => stack.stop());

describe('a managed run on one machine', () => {
  it('a managed run goes through its plan in a thread of its own, and leaves values, figures and a free lock', async () => {
    const { executionId } = await runs.start(planOf(['CheckRabi', 'CheckT1'], runs.qids));
    const execution = await runs.ended(executionId);
    expect(execution).toMatchObject({ status: 'completed', message: '', cursor: 32, plannedTasks: 32 });
    const rows = await runs.rows(executionId);
    expect(rows.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => i));
    const measured = rows.find(({ name, status }) => name === 'CheckT1' && status === 'completed');
    const { data } = await runs.api.getChipQubit({ params: { chip_id: 'RUNS16', qid: measured?.qid ?? '' } });
    expect(data.t1).toMatchObject({ task_id: measured?.taskId, execution_id: executionId });
    expect(await runs.lockedBy()).toBeUndefined();
  });

  it('a managed run is cancelled while it goes on: no task stays open, and the lock is free', async () => {
    const { executionId } = await runs.start(planOf(['CheckRabi', 'CheckT1'], runs.qids, { paceSeconds: 3600 }));
    await eventually(async () => ((await runs.execution(executionId)).taskCounts.running ?? 0) > 0);
    await cancelRun(runs.ctx, executionId);
    const execution = await runs.ended(executionId);
    expect(execution).toMatchObject({ status: 'cancelled', message: 'Cancelled by admin' });
    expect(new Set((await runs.rows(executionId)).map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect(await runs.lockedBy()).toBeUndefined();
  });

  it('a managed run ends as failed, with the reason, when its flow stops at a failed stage', async () => {
    const plan = planOf(['CheckRabi'], runs.qids, { onFailure: 'stop' });
    for (const task of plan.stages[0]?.tasks ?? []) task.parameters = { failure_rate: 1 };
    const { executionId } = await runs.start(plan);
    expect(await runs.ended(executionId)).toMatchObject({
      status: 'failed',
      // A measurement that went wrong is fitted all the same in one case of twelve: not of all sixteen.
      message: expect.stringMatching(/^Stage 'check' stops the run: it failed on \d+ targets$/),
    });
    expect(await runs.lockedBy()).toBeUndefined();
  });

  it('a managed run has failed when its thread has died, with how it died', async () => {
    const deaths: unknown[] = [];
    // A thread that is told of no configuration cannot start.
    const data = {
      access: { endpoint: '' },
      config: undefined as never,
      objectsFolder: '',
      sliceSeconds: 1,
      requests: new SharedArrayBuffer(4),
    };
    const broken = runsInThread(data, { onError: (error) => deaths.push(error) });
    // The thread starts before the first run.
    broken.prepare?.();
    await eventually(() => deaths.length === 1);
    const flow_run_id = '018f4d5e-8c1a-7000-8000-0123456789ab';
    await broken.start({ project_id: 'p', execution_id: '20250301-000', flow_run_id, runner: 'managed' });
    await eventually(async () => (await broken.describe(flow_run_id))?.status !== 'running');
    expect(await broken.describe(flow_run_id)).toEqual({
      status: 'failed',
      reason: 'The run thread ended with code 1',
    });
    await broken.close();
  });
});
