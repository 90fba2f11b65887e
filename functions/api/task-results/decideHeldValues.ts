import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { decideMany } from '#shared/services/gate/decide-many.ts';
import { endpoint } from '../../http/endpoint.ts';

export const decideHeldValues = endpoint(taskResultOperations.decideHeldValues, async ({ ctx, body }) => {
  const state = body.decision === 'accept' ? 'accepted' : 'rejected';
  const values = await decideMany(ctx, body.chip_id, body.values, { state, reason: body.reason });
  const count = (outcome: string) => values.filter((value) => value.outcome === outcome).length;
  return { decided: count('decided'), unchanged: count('unchanged'), refused: count('refused'), values };
});
