import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { ExecutionRecord } from '../../store/runs/executions.ts';
import { type TaskResultRecord, targetOf } from '../../store/task-results/task-results.ts';
import { decideHeld } from './decide-held.ts';

/**
 * Accepts the held values with which measurements agree (rule GATE-3), once these stand. Repeated, nothing changes; what somebody has
 * rejected meanwhile stays so.
 */
export async function acceptConfirmed(
  ctx: Context,
  { projectId, chipId, username }: Pick<ExecutionRecord, 'projectId' | 'chipId' | 'username'>,
  results: readonly TaskResultRecord[],
): Promise<void> {
  for (const result of results)
    for (const [metric, { confirms }] of Object.entries(result.gateMarks ?? {})) {
      const target = targetOf(result);
      if (!confirms || !target) continue;
      const reason = 'The next measurement agrees';
      const decision = { state: 'accepted' as const, by: username, reason, confirmedBy: result.taskId };
      try {
        await decideHeld(ctx, projectId, { chipId, metric, target, ...confirms }, decision);
      } catch (error) {
        if (!(error instanceof ServiceError && (error.kind === 'not-found' || isDecided(error)))) throw error;
      }
    }
}

const isDecided = ({ kind, code }: ServiceError): boolean => kind === 'conflict' && code !== 'concurrent_change';
