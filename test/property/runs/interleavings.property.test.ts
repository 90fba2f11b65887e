import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { writeTaskResults } from '#shared/results/verbs/write/write-task-results.ts';
import { plannedTasks } from '#shared/runs/rules/enumerate-plan.ts';
import { LOCK_SCOPES, type LockScope } from '#shared/runs/rules/lock.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { reconcileRuns } from '#shared/runs/verbs/lock/reconcile.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { takeFence } from '#shared/runs/verbs/waiting/take-fence.ts';
import { canceled, type Fault, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkEndedUnchanged, checkRuns } from '#test/support/invariants/run-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import {
  executionOf,
  fakeOrchestrator,
  lockedBy,
  newRun,
  type RunContext,
  withLockScope,
} from '#test/support/runs/runs.ts';

let verbs: Verbs;
let ctx: RunContext;
/** The runs so far, and the fences that were given out. */
let runs: RunRef[];
let fences: Map<string, number[]>;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const acts = {
  start: async (_: RunRef | undefined, pick: number) => {
    const run = await startRun(ctx, newRun({ chipId: pick % 2 ? 'chip' : 'other' }));
    runs.push(run);
  },
  begin: (run) => run && beginRun(ctx, run),
  slice: async (run) => {
    if (!run) return;
    const { fence } = await takeFence(ctx, run);
    fences.set(run.flowRunId, [...(fences.get(run.flowRunId) ?? []), fence]);
    await write(run, fence, 0);
  },
  /** An earlier holder of the run still writes. */
  'late write': (run, pick) => run && write(run, fences.get(run.flowRunId)?.[pick % 3] ?? pick % 3, pick),
  complete: (run) => run && completeRun(ctx, run),
  abort: (run) => run && abortRun(ctx, run, 'broken'),
  cancel: (run) => run && cancelRun(ctx, run.flowRunId),
  reconcile: () => reconcileRuns(ctx, ctx.projectId),
  /** The state machine dies, is stopped, or forgets the run. */
  die: async (run, pick) => {
    if (!run) return;
    if (pick % 3 === 0) ctx.orchestrator.states.delete(run.flowRunId);
    else ctx.orchestrator.states.set(run.flowRunId, { status: pick % 3 === 1 ? 'failed' : 'aborted' });
  },
  wait: async () => {
    verbs.now = new Date(verbs.now.getTime() + 61_000);
  },
} satisfies Record<string, (run: RunRef | undefined, pick: number) => Promise<unknown> | undefined>;
type ActName = keyof typeof acts;

async function write(run: RunRef, fence: number, pick: number): Promise<unknown> {
  const { plan } = newRun();
  const [planned] = plan ? plannedTasks(plan, run.flowRunId, pick % 2, (pick % 2) + 1) : [];
  if (!planned) throw new Error('the plan has two tasks');
  const startAt = verbs.now.toISOString();
  const { taskId, task, target } = planned;
  const outcome = {
    ...{
      taskId,
      name: task.name,
      type: task.type,
      target,
      upstreamId: '',
      status: 'failed' as const,
      message: 'no fit',
    },
    ...{ inputParameters: {}, runParameters: {}, outputParameters: {}, figures: [], rawData: [] },
    ...{ startAt, endAt: startAt },
  };
  const update =
    pick % 4 === 3 ? { kind: 'ended' as const, outcome, planned } : { kind: 'running' as const, planned, startAt };
  return writeTaskResults(ctx, { ...run, fence }, [update]);
}

const act = fc.record({
  name: fc.constantFrom(
    ...(Object.keys(acts) as ActName[]),
    ...(['start', 'begin', 'slice', 'slice', 'late write', 'cancel'] as const),
  ),
  /** Mostly the newest run. */
  back: fc.constantFrom(0, 0, 0, 1),
  pick: fc.nat(11),
});

/** Faults of a round by the number of the call. */
const faults = fc.dictionary(
  fc.integer({ min: 1, max: 30 }).map(String),
  fc.constantFrom<() => Fault>(
    () => ({ before: throttled() }),
    () => ({ before: timedOut() }),
    () => ({ after: timedOut() }),
    () => ({ before: canceled('TransactionConflict') }),
  ),
  { maxKeys: 4 },
);

/** What a verb may say of a run that others act on, and what comes of a fault. */
const expectedErrors = new Set([
  ...['ServiceError', 'RunCancelled', 'RunEnded', 'FenceLost', 'TimeoutError'],
  ...['ProvisionedThroughputExceededException', 'TransactionCanceledException'],
]);

async function carryOut({ name, back, pick }: { name: ActName; back: number; pick: number }): Promise<void> {
  try {
    await acts[name](runs.at(-1 - back), pick);
  } catch (error) {
    const known = error instanceof Error && (expectedErrors.has(error.name) || error.message.endsWith('not-begun'));
    if (!known) throw error;
  }
}

async function begin(scope: LockScope): Promise<void> {
  verbs.faults.clear();
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  ctx = { ...(await withLockScope(await verbs.member('alice'), scope)), orchestrator: fakeOrchestrator() };
  for (const chipId of ['chip', 'other']) await createChip(ctx, { chipId, topologyId: 'linear-2' });
  runs = [];
  fences = new Map();
  for (const name of ['start', 'begin'] as const) await carryOut({ name, back: 0, pick: 1 });
}

test.each(LOCK_SCOPES)(
  'whatever is done at once to runs, under faults and with dead machines, keeps one run and one lock: %s',
  async (scope) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(act, { minLength: 1, maxLength: 4 }), faults), { minLength: 3, maxLength: 7 }),
        async (rounds) => {
          await begin(scope);
          for (const [round, plan] of rounds) {
            const before = await verbs.table();
            verbs.faults.plan(({ number }) => plan[String(number)]?.());
            await Promise.all(round.map(carryOut));
            verbs.faults.clear();
            await verbs.faults.idle();
            const after = await verbs.table();
            checkRuns(after);
            checkEndedUnchanged(before, after);
          }
          // Whatever was left behind: once every machine is dead, one look ends the runs and frees their locks.
          ctx.orchestrator.states.clear();
          await reconcileRuns(ctx, ctx.projectId, { graceSeconds: 0 });
          expect(await lockedBy(ctx)).toBeUndefined();
          for (const run of runs) expect(isEnded((await executionOf(ctx, run)).status)).toBe(true);
          checkRuns(await verbs.table());
        },
      ),
      { numRuns: caseCount(12) },
    );
  },
);
