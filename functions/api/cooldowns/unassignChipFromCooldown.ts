import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cooldowns from '#shared/services/cooldowns/change-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCooldown } from './present.ts';

/** unassignChipFromCooldown: takes a chip out of a cool-down. */
export const unassignChipFromCooldown = endpoint(cooldownOperations.unassignChipFromCooldown, async ({ ctx, params }) =>
  presentCooldown(await cooldowns.unassignChip(ctx, params.cooldown_id, params.chip_id)),
);
