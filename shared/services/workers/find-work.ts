import type { ProjectContext } from '../../context.ts';
import type { Claim } from '../../domain/runs/claim.ts';
import { conflict, notInProject } from '../../errors.ts';
import type { Stored } from '../../store/codec.ts';
import { type ExecutionRecord, getExecution } from '../../store/executions.ts';
import { getRunPointer, type RunPointerRecord } from '../../store/locks.ts';
import { RunCancelled, RunEnded } from '../runs/errors.ts';
import { FenceLost } from '../task-results/errors.ts';
import { requireWriter } from '../task-results/run-writer.ts';

/** A run as its worker acts on it. */
export interface Work {
  execution: Stored<ExecutionRecord>;
  pointer: Stored<RunPointerRecord>;
}

/** Reads a run with its claim. @throws Refusal `not-found`, for one of another project as well. */
export async function findWork({ db, projectId }: ProjectContext, flowRunId: string): Promise<Work> {
  const pointer = await getRunPointer(db, projectId, flowRunId);
  const execution = pointer && (await getExecution(db, projectId, pointer.executionId));
  if (!execution) throw notInProject('Run', flowRunId, projectId);
  return { execution, pointer };
}

/** The claim, if whoever holds the fence may write for the run. @throws Refusal `conflict`: the worker must stop. */
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
    if (error instanceof RunCancelled || error instanceof RunEnded || error instanceof FenceLost)
      throw conflict(`${error.message}: the worker must stop`);
    throw error;
  }
}
