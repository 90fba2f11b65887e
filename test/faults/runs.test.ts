import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { ServiceError } from '#shared/kernel/errors.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { canceled, crashAt, crashStep, type FaultPlan, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import {
  executionOf,
  fakeOrchestrator,
  lockedBy,
  newRun,
  putTasks,
  type RunContext,
  started,
} from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;

beforeAll(async () => {
  // As the SDK does: three attempts of what may pass.
  verbs = await startVerbs(3);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await verbs.empty();
  ctx = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
  for (const chipId of ['chip', 'other']) await createChip(ctx, { chipId, topologyId: 'linear-2' });
});

const every = (n: number, fault: () => ReturnType<FaultPlan>): FaultPlan => {
  return ({ number, command }) => (command === 'TransactWriteItems' && number % n === 0 ? fault() : undefined);
};

const plans: [string, FaultPlan][] = [
  ['conflicts', every(2, () => ({ before: canceled('TransactionConflict', 'None') }))],
  ['throttling', every(2, () => ({ before: throttled() }))],
  ['time-outs before the commit', every(3, () => ({ before: timedOut() }))],
  ['time-outs after the commit', every(2, () => ({ after: timedOut() }))],
];

/**
 * Errors of a start that met a fault at every attempt. A start is told that it may not begin only if it was refused.
 */
const gaveUp = new Set(['TimeoutError', 'TransactionCanceledException', 'ProvisionedThroughputExceededException']);

const refusalOf = (reason: unknown): unknown => {
  if (reason instanceof ServiceError) return reason.kind === 'conflict' ? 'refused' : reason;
  return reason instanceof Error && gaveUp.has(reason.name) ? 'refused' : reason;
};

test.each(plans)('of fifty starts of a run at once under %s one runs, and it alone holds the lock', async (_, plan) => {
  const attempts = () =>
    Array.from({ length: 50 }, (_each, n) => startRun(ctx, newRun({ chipId: n % 2 ? 'chip' : 'other' })));
  const ids: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    verbs.faults.plan(plan);
    const results = await Promise.allSettled(attempts());
    verbs.faults.clear();
    await verbs.faults.idle();
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const result of results) if (result.status === 'rejected') expect(refusalOf(result.reason)).toBe('refused');
    expect(won.map(({ executionId, status }) => `${executionId} ${status}`)).toEqual([
      expect.stringContaining('scheduled'),
    ]);
    checkRuns(await verbs.table());
    const [run] = won;
    if (!run) continue;
    ids.push(run.executionId);
    expect(await lockedBy(ctx)).toBe(run.executionId);
    await abortRun(ctx, run, 'next');
  }
  expect(ids).toEqual([...new Set(ids)].sort());
});

/** The acts of a process that dies at each of its calls, and the end that their repeat must reach. */
const protocols: {
  name: string;
  act: (run: RunRef) => Promise<unknown>;
  prepare?: (run: RunRef) => Promise<unknown>;
  end: string;
}[] = [
  { name: 'completes a run', act: (run) => completeRun(ctx, run), end: 'completed' },
  { name: 'aborts a run', act: (run) => abortRun(ctx, run, 'broken'), end: 'failed' },
  {
    name: 'aborts a run that was cancelled',
    prepare: (run) => cancelRun(ctx, run.flowRunId),
    act: (run) => abortRun(ctx, run, ''),
    end: 'cancelled',
  },
  {
    name: 'cancels a dead run',
    prepare: async (run) => ctx.orchestrator.states.set(run.flowRunId, { status: 'failed' }),
    act: (run) => cancelRun(ctx, run.executionId),
    end: 'cancelled',
  },
];

describe.each(protocols)('who $name', ({ name, act, prepare, end }) => {
  test.each(['before', 'after'] as const)(
    `who ${name} may die %s each call: the next one brings the run to its end`,
    async (when) => {
      let calls = 0;
      for (let n = 1; ; n += crashStep) {
        const run = await started(ctx);
        await beginRun(ctx, run);
        await putTasks(ctx, run, ['running', 'scheduled', 'completed']);
        await prepare?.(run);
        verbs.faults.plan(crashAt(n, when));
        await act(run).catch(() => undefined);
        const died = verbs.faults.calls().length >= n;
        verbs.faults.clear();
        await verbs.faults.idle();
        checkRuns(await verbs.table());
        await act(run);
        expect((await executionOf(ctx, run)).status).toBe(end);
        expect(await lockedBy(ctx)).toBeUndefined();
        checkRuns(await verbs.table());
        if (!died) break;
        calls = n;
      }
      expect(calls).toBeGreaterThan(4);
    },
  );
});

test.each(['before', 'after'] as const)(
  'who starts a run may die %s each call: the same start finds the run or makes it, and there is one',
  async (when) => {
    let calls = 0;
    for (let n = 1; ; n += crashStep) {
      const run = newRun({ flowRunId: randomUUID() });
      verbs.faults.plan(crashAt(n, when));
      await startRun(ctx, run).catch(() => undefined);
      const died = verbs.faults.calls().length >= n;
      verbs.faults.clear();
      await verbs.faults.idle();
      checkRuns(await verbs.table());
      const found = await startRun(ctx, run);
      expect(found).toMatchObject({ status: 'scheduled', flowRunId: run.flowRunId });
      expect(await lockedBy(ctx)).toBe(found.executionId);
      await abortRun(ctx, found, 'next');
      if (!died) break;
      calls = n;
    }
    expect(calls).toBeGreaterThan(1);
  },
);
