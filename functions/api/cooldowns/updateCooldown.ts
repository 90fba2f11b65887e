import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cooldowns from '#shared/services/cooldowns/change-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cooldownChanges, presentCooldown } from './present.ts';

export const updateCooldown = endpoint(cooldownOperations.updateCooldown, async ({ ctx, params, body }) =>
  presentCooldown(await cooldowns.updateCooldown(ctx, params.cooldown_id, cooldownChanges(body))),
);
