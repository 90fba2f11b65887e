import type { ProjectContext } from '#shared/kernel/context.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import type { Orchestrated } from '#shared/runs/verbs/lock/reconcile.ts';
import { finishWork } from '#shared/workers/verbs/finish-work.ts';
import { beginPastRun, pastRunFence as fence, type NewPastRun } from '#shared/workers/verbs/past/begin-past-run.ts';
import { reportResults } from '#shared/workers/verbs/report-results.ts';
import type { ReportedResult } from '#shared/workers/verbs/reported-result.ts';
import { measuredT1 } from './worker.ts';

type Ctx = Orchestrated<ProjectContext>;

/** A run of 20 February 2025, by the clock of a lab. */
export const pastRun = (given: Partial<NewPastRun> = {}): NewPastRun => ({
  flowRunId: '7d6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11',
  ...{ flowName: 'morning', chipId: 'chip', backend: 'bench-1', parameters: { shots: 100 }, persist: true },
  ...{ startAt: '2025-02-20T09:00:00.000Z', endAt: '2025-02-20T09:30:00.000Z' },
  ...given,
});

/** T1 of a qubit, measured in that run. */
export const pastT1 = (qid: string, given: Partial<ReportedResult> = {}): ReportedResult =>
  measuredT1(qid, { startAt: '2025-02-20T09:05:00.000Z', endAt: '2025-02-20T09:06:00.000Z', ...given });

/** Submits results of a run of the past. */
export async function reportPast(ctx: Ctx, execution: ExecutionRecord, results: readonly ReportedResult[]) {
  const sent = results.map((result) => ({ ...result, muxId: undefined, qubits: {}, roleOutputs: {} }));
  return (await reportResults(ctx, execution.flowRunId, { fence, claimKey: undefined, results: sent })).results;
}

export const finishPast = (
  ctx: Ctx,
  { flowRunId }: ExecutionRecord,
  status: 'completed' | 'failed' | 'stopped' = 'completed',
  message = '',
) => finishWork(ctx, flowRunId, { fence, claimKey: undefined, status, message });

/** Submits a whole run, a page of results after the other. */
export async function handIn(
  ctx: Ctx,
  run: NewPastRun,
  pages: readonly (readonly ReportedResult[])[],
): Promise<Stored<ExecutionRecord>> {
  const execution = await beginPastRun(ctx, run);
  for (const page of pages) await reportPast(ctx, execution, page);
  await finishPast(ctx, execution);
  return execution;
}
