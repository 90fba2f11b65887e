import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { workerWaitSeconds } from '#shared/runs/orchestration/flow-run.asl.ts';
import type { RunRef } from '#shared/runs/verbs/change-run.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { startRun } from '#shared/runs/verbs/start/start-run.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import { executionOf, lockedBy, newRun } from '#test/support/runs/runs.ts';
import { SteppedMachine } from '#test/support/runs/stepped-machine.ts';
import { startWorkerRun, TestWorker } from '#test/support/runs/worker.ts';

export let verbs: Verbs;
export let ctx: Orchestrated<ProjectContext>;
export let machine: SteppedMachine;
export let run: RunRef;
export let worker: TestWorker;

export const pass = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
export const window = workerWaitSeconds.heartbeat;
export const end = async () => {
  const { status, message } = await executionOf(ctx, run);
  return [status, message];
};
export const locked = async () => (await lockedBy(ctx)) === run.executionId;

/** A run whose worker is at work. */
export async function working(): Promise<void> {
  await machine.settle();
  expect(await worker.claim()).toBe(true);
  await machine.settle();
  expect(machine.at(run.flowRunId)).toBe('AwaitWorker');
}

/** The next run starts only now. */
export async function expectFree(): Promise<void> {
  expect(await locked()).toBe(false);
  checkRuns(await verbs.table());
  expect((await startRun(ctx, newRun())).status).toBe('scheduled');
}

/** Gives every test of a file a run that waits for its worker, and a state machine whose steps the test takes. */
export function onWorkerRuns(): void {
  beforeAll(async () => {
    verbs = await startVerbs();
  });
  afterAll(() => verbs.stop());
  beforeEach(async () => {
    await verbs.empty();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    machine = new SteppedMachine(() => ctx);
    ctx = { ...(await verbs.member('alice')), orchestrator: machine };
    await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
    run = await startWorkerRun(ctx);
    worker = new TestWorker(() => ctx);
  });
}
