import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as read from '#shared/services/cooldowns/read-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCooldown } from './present.ts';

export const getCooldown = endpoint(cooldownOperations.getCooldown, async ({ ctx, params }) =>
  presentCooldown(await read.readCooldown(ctx, params.cooldown_id)),
);
