import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contextOf } from '#functions/runtime.ts';
import type { CallInput, Client } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { getUser } from '#shared/people/store/users.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { fakeOrchestrator, type RunContext } from '#test/support/runs/runs.ts';
import { startWorkerRun } from '#test/support/runs/worker.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

export let world: World;
export let owner: Caller;
export let ctx: RunContext;
export let flow_run_id: string;
export let executionId: string;
export let fence: number;
export let counter = 0;

/** A run that waits for a claim. */
export async function waiting(): Promise<void> {
  const run = await startWorkerRun(ctx);
  ({ flowRunId: flow_run_id, executionId } = run);
  await beginRun(ctx, run);
  await awaitToken(ctx, run, { kind: 'claim', token: `claim of ${flow_run_id}` });
}

export const claimAs = (api: Client, given: Partial<CallInput<Registry['claimRun']>['body']> = {}) =>
  api.claimRun({ body: { worker: 'fridge-2', backends: ['worker'], claim_key: randomUUID(), ...given } });

/** The owner's worker claims the run, for the first time or again. */
export async function claimNow(): Promise<void> {
  fence = (await claimAs(owner.api)).run?.fence ?? 0;
}

/** A run that the owner's worker has claimed. */
export async function claimed(): Promise<void> {
  await waiting();
  await claimNow();
  await awaitToken(
    ctx,
    { projectId: ctx.projectId, executionId, flowRunId: flow_run_id },
    { kind: 'worker', token: 'work' },
  );
}

export type Result = CallInput<Registry['reportTaskResults']>['body']['results'][number];
export const task = { task: 'CheckT1', task_type: 'qubit', qid: '1' } as const;
export const done: Result = {
  ...task,
  status: 'completed',
  start_at: '2025-03-01T12:00:00Z',
  end_at: '2025-03-01T12:00:30Z',
  output_parameters: { t1: { value: 41.5, unit: 'us' } },
};
export const report = (...results: Result[]) =>
  owner.api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
export const file = { ...task, name: 'decay.csv', kind: 'raw', content_type: 'text/csv', size_bytes: 3 } as const;
export const uploadsOf = (...files: CallInput<Registry['createUploads']>['body']['files']) =>
  owner.api.createUploads({ params: { flow_run_id }, body: { fence, files } });
export const line = (text: string) => ({ at: '2025-03-01T12:00:00Z', level: 'info' as const, text });
export const log = (sequence: number, ...texts: string[]) =>
  owner.api.appendRunLog({ params: { flow_run_id }, body: { fence, sequence, lines: texts.map(line) } });
export const lines = async (query: object = {}) =>
  owner.api.listRunLog({ params: { execution_id: executionId }, query });

/** Gives every test of a file an owner with a chip, and a state machine whose steps the test takes. */
export function onWorkerRuns(): void {
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    counter += 1;
    const orchestrator = fakeOrchestrator();
    // In place of the state machine of the stack: here the test says how far a run is.
    world.stack.runtime.ports.orchestrator = orchestrator;
    owner = await world.register(`owner-${counter}`);
    await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const user = await getUser(world.stack.runtime.db, owner.userId);
    if (!user) throw new Error('the owner is gone');
    const actor = { user, apiToken: undefined };
    ctx = { ...contextOf(world.stack.runtime, 'test'), actor, projectId: owner.projectId, role: 'owner', orchestrator };
  });
}
