import { type Context, nowOf } from '../../../kernel/context.ts';
import { RunCancelled } from '../../../runs/orchestration/errors.ts';
import type { Claim } from '../../../runs/rules/claim.ts';
import { isEnded } from '../../../runs/rules/statuses.ts';
import { requestCancel } from '../../../runs/rules/transitions.ts';
import { type ExecutionRecord, stateOf } from '../../../runs/store/executions.ts';
import { changeRun } from '../../../runs/verbs/change-run.ts';
import { abortRun } from '../../../runs/verbs/end/abort-run.ts';
import { completeRun } from '../../../runs/verbs/end/complete-run.ts';

/**
 * Ends a run of the past as its lab says (rule PAST-7): no state machine does. Repeatable from any point; an end that was
 * written before stays.
 */
export async function endPastRun(
  ctx: Context,
  execution: ExecutionRecord,
  { status, message }: NonNullable<Claim['finished']>,
): Promise<void> {
  if (isEnded(execution.status)) return;
  if (status === 'completed') {
    try {
      await completeRun(ctx, execution);
      return;
    } catch (error) {
      if (!(error instanceof RunCancelled)) throw error;
    }
  } else if (status === 'stopped')
    await changeRun(ctx, execution, (existing) => ({
      transition: requestCancel(stateOf(existing)),
      fields: { cancelRequestedAt: existing.cancelRequestedAt ?? nowOf(ctx) },
    }));
  await abortRun(ctx, execution, message || 'The lab reported that the run failed');
}
