import type { Context } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { type Decision, decideHeld } from './decide-held.ts';
import type { HeldName } from './held-measurement.ts';

/**
 * Accepts the held values that measurements confirm (rule GATE-3), once these are written. A repeat changes nothing;
 * values that were rejected meanwhile stay rejected.
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
      await acceptAgreeing(ctx, projectId, { name: { chipId, metric, target, ...confirms }, decision });
    }
}

/** Accepts a held value that the next one confirms, unless it was decided already or is gone. */
export async function acceptAgreeing(
  ctx: Context,
  projectId: string,
  { name, decision }: { name: HeldName; decision: Decision },
): Promise<void> {
  try {
    await decideHeld(ctx, projectId, name, { ...decision, isByGate: true });
  } catch (error) {
    if (!(error instanceof ServiceError && (error.kind === 'not-found' || isDecided(error)))) throw error;
  }
}

const isDecided = ({ kind, code }: ServiceError): boolean => kind === 'conflict' && code !== 'concurrent_change';
