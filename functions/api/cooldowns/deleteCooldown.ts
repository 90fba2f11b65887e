import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cooldowns from '#shared/services/cooldowns/change-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteCooldown = endpoint(cooldownOperations.deleteCooldown, async ({ ctx, params, query }) => {
  await cooldowns.deleteCooldown(ctx, params.cooldown_id, query.force);
  return { message: `Cool-down '${params.cooldown_id}' deleted` };
});
