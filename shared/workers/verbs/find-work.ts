import type { ProjectContext } from '../../kernel/context.ts';
import type { CodeOf } from '../../kernel/error-codes.ts';
import { conflict, forbidden, notInProject } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { requireWriter } from '../../results/verbs/write/run-writer.ts';
import { FenceLost, RunCancelled, RunEnded } from '../../runs/orchestration/errors.ts';
import { type Claim, isTheirs } from '../../runs/rules/claim.ts';
import { type ExecutionRecord, getExecution } from '../../runs/store/executions.ts';
import { getRunPointer, type RunPointerRecord } from '../../runs/store/locks.ts';

/** A run as its worker acts on it. */
export interface Work {
  execution: Stored<ExecutionRecord>;
  pointer: Stored<RunPointerRecord>;
}

/** What a request of a worker says of its claim. */
export interface UnderClaim {
  fence: number;
  claimKey: string | undefined;
}

/**
 * Reads a run with its claim, for the claim's worker (rule WORK-11).
 * @throws ServiceError `not-found`, for one of another project as well; `forbidden` if another worker claimed it.
 */
export async function findWork(
  { db, projectId, actor }: ProjectContext,
  flowRunId: string,
  { claimKey }: Pick<UnderClaim, 'claimKey'>,
): Promise<Work> {
  const pointer = await getRunPointer(db, projectId, flowRunId);
  const execution = pointer && (await getExecution(db, projectId, pointer.executionId));
  if (!execution) throw notInProject('Run', flowRunId, projectId);
  const { claim } = pointer;
  // Every editor may go on with the record of a run of the past: it drives no hardware.
  if (claim && !execution.past && !isTheirs(claim, { userId: actor.user.userId, claimKey }))
    throw forbidden(
      `Run '${execution.executionId}' is claimed by worker '${claim.worker}', not by this caller`,
      'claim_of_another',
    );
  return { execution, pointer };
}

/** Whether its worker has to stop: results of begun tasks are still accepted (rule WORK-13). */
export const isStopping = ({ execution }: Work): boolean => execution.cancelRequestedAt !== undefined;

/**
 * The claim, if the holder of the fence may write for the run. @throws ServiceError `conflict`: the worker must stop.
 */
export async function requireClaim({ execution, pointer }: Work, fence: number): Promise<Claim> {
  const { claim } = pointer;
  return asRefusal(async () => {
    requireWriter(execution, { executionId: execution.executionId, fence });
    if (claim?.fence !== fence) throw new FenceLost(execution.executionId, fence);
    if (claim.finished) throw new RunEnded(execution.executionId, 'was finished by its worker');
    return claim;
  });
}

/** What tells a step of the state machine to stop is a conflict to a worker. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    throw code && error instanceof Error ? conflict(`${error.message}: the worker must stop`, code) : error;
  }
}

function codeOf(error: unknown): CodeOf<'conflict'> | undefined {
  if (error instanceof RunCancelled) return 'run_cancelled';
  if (error instanceof RunEnded) return 'run_ended';
  return error instanceof FenceLost ? 'claim_superseded' : undefined;
}
