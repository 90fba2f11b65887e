import { expect } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { logBatchEntity } from '#shared/runs/store/run-logs.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { sweepLocks } from '#shared/runs/verbs/lock/sweep-locks.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { takeFence } from '#shared/runs/verbs/waiting/take-fence.ts';
import { checkEndedUnchanged, checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionOf, fakeOrchestrator, lockedBy, newRun, putTasks, type RunContext } from '#test/support/runs/runs.ts';
import { measuredT1, startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

interface Scene {
  ctx: RunContext;
  run: RunRef;
  worker: TestWorker;
}

type Act = (scene: Scene) => Promise<unknown>;

/** The actions on a managed run that is active, or on none. */
const managed: Record<string, Act> = {
  'starts a run': ({ ctx }) => startRun(ctx, newRun()),
  'begins a run': ({ ctx, run }) => beginRun(ctx, run),
  'takes the fence of a run': ({ ctx, run }) => takeFence(ctx, run),
  'asks to cancel a run': ({ ctx, run }) => cancelRun(ctx, run.executionId),
  'completes a run': ({ ctx, run }) => completeRun(ctx, run),
  'aborts a run': ({ ctx, run }) => abortRun(ctx, run, 'broken'),
  'looks after locks': ({ ctx }) => sweepLocks(ctx),
  'frees a lock by force': ({ ctx, run }) => forceUnlock(ctx, 'stuck', run.executionId),
};

/** What a worker does. */
const ofWorker: Record<string, Act> = {
  'claims a run': ({ worker }) => worker.claim(),
  'sends a heartbeat': ({ worker }) => worker.beat(),
  'reports results': ({ worker }) => worker.report(measuredT1('0'), measuredT1('1')),
  'sends lines of its log': ({ worker }) => worker.log(0, 5),
  'finishes its work': ({ worker }) => worker.finish('completed'),
};

/** The log is sent only by a worker that has claimed. */
const othersOf = (name: string): string[] =>
  Object.keys(others).filter((other) => !other.startsWith('the log') || name === 'sends lines of its log');

/** Brings the run to its end as the machine would say it, and begins the next one. */
const others: Record<string, (scene: Scene, act: Act) => Promise<RunRef | undefined>> = {
  'the run dies and the next one begins': async ({ ctx, run }) => {
    ctx.orchestrator.states.set(run.flowRunId, { status: 'aborted' });
    expect(await sweepLocks(ctx)).toMatchObject({ failed: 0 });
    if ((await lockedBy(ctx)) !== undefined) await forceUnlock(ctx, 'dead');
    const next = await startRun(ctx, newRun());
    await beginRun(ctx, next);
    await putTasks(ctx, next, ['running', 'completed']);
    return next;
  },
  'another does the same': async (scene, act) => {
    await act(scene).catch(() => undefined);
    return undefined;
  },
  'the log is sent again in other parts': async ({ worker }) => {
    for (const [sequence, count] of [
      [0, 2],
      [2, 4],
    ] as const)
      await worker.log(sequence, count).catch(() => undefined);
    return undefined;
  },
  'the run is cancelled': async ({ ctx, run }) => {
    await cancelRun(ctx, run.executionId).catch(() => undefined);
    return undefined;
  },
};

interface Line {
  fence: number;
  number: number;
  text: string;
}

function linesOf(table: ReadonlyMap<string, string>): Line[] {
  return [...table.values()].flatMap((text) => {
    const item = fromImage(JSON.parse(text));
    if (item.entity !== logBatchEntity.name) return [];
    const { fence, sequence, lines } = logBatchEntity.decode(item);
    return lines.map((line, n) => ({ fence, number: sequence + n, text: line.text }));
  });
}

/** Each number of a log has one line, and it is its own. */
function checkLog(table: ReadonlyMap<string, string>): void {
  const lines = linesOf(table);
  expect(new Set(lines.map(({ fence, number }) => `${fence} ${number}`)).size).toBe(lines.length);
  for (const { number, text } of lines) expect(text).toBe(`line ${number}`);
}

/**
 * Runs and their workers. A holder that goes on after its run has ended changes neither that run nor the next one, and
 * does not free the lock of the next one; at most one run is active, and it has the lock.
 */
export function runCases({ verbs, pauses }: Stage): HolderCase[] {
  const prepare = async (name: string): Promise<Scene> => {
    await verbs.empty();
    const ctx: RunContext = { ...(await verbs.member('alice')), orchestrator: fakeOrchestrator() };
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    const worker = new TestWorker(() => ctx);
    if (name in ofWorker) {
      const run = await startWorkerRun(ctx);
      await beginRun(ctx, run);
      await awaitToken(ctx, run, { kind: 'claim', token: 'claim' });
      if (name !== 'claims a run') await worker.claim();
      return { ctx, run, worker };
    }
    const run = await startRun(ctx, newRun());
    if (name === 'starts a run') await abortRun(ctx, run, 'the one before');
    else if (name !== 'begins a run') {
      await beginRun(ctx, run);
      await putTasks(ctx, run, ['running', 'scheduled', 'completed']);
    }
    if (name === 'looks after locks') ctx.orchestrator.states.set(run.flowRunId, { status: 'failed' });
    return { ctx, run, worker };
  };
  return Object.entries({ ...managed, ...ofWorker }).map(([name, act]) => ({
    name,
    others: othersOf(name),
    visit: async (at, other) => {
      const scene = await prepare(name);
      const { ctx } = scene;
      let before = new Map<string, string>();
      let next: RunRef | undefined;
      const paused = await pauses.run(
        at,
        () => act(scene),
        async () => {
          anHourLater({ verbs });
          next = await others[other]?.(scene, act);
          before = await verbs.table();
        },
      );
      const after = await verbs.table();
      checkRuns(after);
      checkEndedUnchanged(before, after);
      checkLog(after);
      // The log of a run that has ended is what it was.
      if (next) expect(linesOf(after)).toEqual(linesOf(before));
      // Only the sweep of all locks may end the next run, which is alive.
      if (next) expect(await lockedBy(ctx)).toBe(next.executionId);
      if (next) expect((await executionOf(ctx, next)).status).toBe('running');
      // No lock is stuck: the sweep of dead runs frees it.
      for (const flowRunId of ctx.orchestrator.states.keys())
        ctx.orchestrator.states.set(flowRunId, { status: 'aborted' });
      anHourLater({ verbs });
      expect(await sweepLocks(ctx)).toMatchObject({ held: 0, failed: 0 });
      expect(await lockedBy(ctx)).toBeUndefined();
      checkRuns(await verbs.table());
      return paused;
    },
  }));
}
