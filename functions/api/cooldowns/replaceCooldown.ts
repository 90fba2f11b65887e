import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cooldowns from '#shared/services/cooldowns/change-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cooldownChanges, presentCooldown } from './present.ts';

export const replaceCooldown = endpoint(cooldownOperations.replaceCooldown, async ({ ctx, params, body }) => {
  const changes = cooldownChanges({ ...body, ended_at: body.ended_at ?? null, note: body.note ?? '' });
  return presentCooldown(await cooldowns.updateCooldown(ctx, params.cooldown_id, changes));
});
