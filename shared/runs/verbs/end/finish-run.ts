import { type Context, nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { RunEnded } from '../../orchestration/errors.ts';
import { elapsedSeconds } from '../../rules/count-tasks.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { changeRun, findRun, type RunDecision, type RunRef } from '../change-run.ts';

/** The end of a run: its transition, message and audit entry. */
export type RunEnd = Pick<RunDecision, 'transition' | 'audit'> & { message: string };

/**
 * The end of a run (rule RUN-6): the execution ends and the lock that it owns is released, in one transaction. A run
 * that was ended meanwhile keeps that end.
 * @throws RunCancelled as the transition is refused.
 */
export async function finishRun(
  ctx: Context,
  ref: RunRef,
  decide: (execution: ExecutionRecord) => RunEnd,
): Promise<Stored<ExecutionRecord>> {
  const now = nowOf(ctx);
  try {
    return await changeRun(ctx, ref, (execution) => {
      const { message, ...decision } = decide(execution);
      const { startAt, past } = execution;
      const endAt = past?.endAt ?? now;
      const elapsed = startAt === undefined ? undefined : elapsedSeconds(startAt, endAt);
      return { ...decision, fields: { endAt, elapsedSeconds: elapsed, message }, releasesLockAt: now };
    });
  } catch (error) {
    const ended = error instanceof RunEnded ? await findRun(ctx, ref) : undefined;
    if (ended) return ended;
    throw error;
  }
}
