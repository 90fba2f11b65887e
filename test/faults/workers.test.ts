import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { crashAt, crashStep } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionOf, lockedBy } from '#test/support/runs/runs.ts';
import { SteppedMachine } from '#test/support/runs/stepped-machine.ts';
import { measuredT1, startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';

let verbs: Verbs;
let ctx: Orchestrated<ProjectContext>;
let machine: SteppedMachine;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  verbs.faults.clear();
  await verbs.empty();
  machine = new SteppedMachine(() => ctx);
  ctx = { ...(await verbs.member('alice')), orchestrator: machine };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
});

/** What a worker does, in order; each is repeated by the client until it is answered. */
const acts: Record<string, (worker: TestWorker) => Promise<unknown>> = {
  claims: (worker) => worker.claim(),
  'sends a heartbeat': (worker) => worker.beat(),
  'reports results': (worker) => worker.report(measuredT1('0'), measuredT1('1')),
  finishes: (worker) => worker.finish('completed'),
};

/** From the start of a run to its end, with one act cut off at the n-th call. @returns whether it came so far. */
async function walk(cut: string, n: number, when: 'before' | 'after'): Promise<{ run: RunRef; died: boolean }> {
  const run = await startWorkerRun(ctx);
  const worker = new TestWorker(() => ctx);
  let died = false;
  await machine.settle();
  for (const [name, act] of Object.entries(acts)) {
    if (name === cut) {
      verbs.faults.plan(crashAt(n, when));
      await act(worker).catch(() => undefined);
      died = verbs.faults.calls().length >= n;
      verbs.faults.clear();
      await verbs.faults.idle();
      checkRuns(await verbs.table());
    }
    await act(worker);
    await machine.settle();
  }
  return { run, died };
}

describe.each(Object.keys(acts))('a service that dies while a worker %s', (cut) => {
  test.each(['before', 'after'] as const)(
    `when the service dies %s any call of a worker that ${cut}, the repeat is answered and the run completes`,
    async (when) => {
      let calls = 0;
      for (let n = 1; ; n += crashStep) {
        const { run, died } = await walk(cut, n, when);
        const execution = await executionOf(ctx, run);
        expect([n, execution.status, execution.message]).toEqual([n, 'completed', '']);
        expect(execution.taskCounts).toMatchObject({ completed: 2 });
        expect(await lockedBy(ctx)).toBeUndefined();
        checkRuns(await verbs.table());
        if (!died) break;
        calls = n;
      }
      expect(calls + crashStep).toBeGreaterThan(4);
    },
  );
});
