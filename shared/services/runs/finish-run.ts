import { type Context, nowOf } from '../../context.ts';
import { elapsedSeconds } from '../../domain/runs/count-tasks.ts';
import type { RunState, Transition } from '../../domain/runs/transitions.ts';
import type { Stored } from '../../store/codec.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { getLock, releaseLock } from '../../store/locks.ts';
import type { Transaction } from '../../store/transaction.ts';
import { moved } from '../cooldowns/moved.ts';
import { changeRun, findRun, type RunRef } from './change-run.ts';
import { RunEnded } from './errors.ts';

/** What is written with the end of a run. */
export interface RunEnd {
  rule: (run: RunState) => Transition;
  message: (execution: ExecutionRecord, after: RunState) => string;
  /** Further writes of the same transaction. */
  more?: ((transaction: Transaction, execution: ExecutionRecord) => void) | undefined;
}

/**
 * *Finish* of design 4: the execution ends and the lock that it owns is released, in one transaction. A run that
 * somebody else has ended meanwhile stays as they ended it.
 * @throws RunCancelled as the rule does.
 */
export async function finishRun(ctx: Context, ref: RunRef, end: RunEnd): Promise<Stored<ExecutionRecord>> {
  const now = nowOf(ctx);
  const change = (execution: ExecutionRecord, after: RunState): Partial<ExecutionRecord> => ({
    endAt: now,
    elapsedSeconds: execution.startAt === undefined ? undefined : elapsedSeconds(execution.startAt, now),
    message: end.message(execution, after),
  });
  try {
    return await changeRun(ctx, ref, end.rule, change, async (transaction, execution) => {
      const lock = await getLock(ctx.db, ref.projectId);
      if (lock?.holder?.executionId === ref.executionId) releaseLock(transaction, ref, now, moved);
      end.more?.(transaction, execution);
    });
  } catch (error) {
    const ended = error instanceof RunEnded ? await findRun(ctx, ref) : undefined;
    if (ended) return ended;
    throw error;
  }
}
