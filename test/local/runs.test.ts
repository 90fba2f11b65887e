import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelRun } from '#shared/services/runs/cancel-run.ts';
import { startTestStack, type TestStack } from '#test/support/stack.ts';
import { planOf, type StackRuns, stackRuns } from '#test/support/stack-runs.ts';

let stack: TestStack;
let runs: StackRuns;

beforeAll(async () => {
  stack = await startTestStack();
  runs = await stackRuns(stack, 'RUNS16', 16);
});
afterAll(() => stack.stop());

describe('a managed run on one machine', () => {
  it('goes through its plan in a thread of its own, and leaves values, figures and a free lock', async () => {
    const { executionId } = await runs.start(planOf(['CheckRabi', 'CheckT1'], runs.qids));
    const execution = await runs.ended(executionId);
    expect(execution).toMatchObject({ status: 'completed', message: '', cursor: 32, plannedTasks: 32 });
    const rows = await runs.rows(executionId);
    expect(rows).toHaveLength(32);
    expect(await runs.lockedBy()).toBeUndefined();
    void cancelRun;
  });
});
