import type { Context } from '../../../kernel/context.ts';
import { awaitsClaim, claimDeadline, drives, otherBackends, whoWasSeen } from '../../../runs/rules/claim-wait.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { type SeenWorker, seenWorkers } from './list-workers.ts';

/** The workers for which a run waits (rule RUN-17). */
export interface ClaimWait {
  backend: string;
  /** When the run fails unless a worker has claimed it. */
  until: string;
  /** Who was seen for the backend, the latest first. */
  workers: SeenWorker[];
  /** For which other backends workers were seen. */
  otherBackends: string[];
  /** The same as a part of a sentence. */
  whoWasSeen: string;
}

/** Most workers, and most backends, of an answer. */
const listed = 20;

/** The workers for which a run waits; undefined for one that waits for no worker. */
export async function claimWaitOf(ctx: Context, execution: ExecutionRecord): Promise<ClaimWait | undefined> {
  if (!awaitsClaim(execution)) return undefined;
  const { projectId, backend } = execution;
  const workers = await seenWorkers(ctx, projectId);
  return {
    backend,
    until: claimDeadline(execution).toISOString(),
    workers: workers.filter((worker) => drives(worker, backend)).slice(0, listed),
    otherBackends: otherBackends(backend, workers).slice(0, listed),
    whoWasSeen: whoWasSeen(backend, workers),
  };
}
