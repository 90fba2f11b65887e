import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import { createCooldown as create } from '#shared/services/cooldowns/create-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCooldown } from './present.ts';

export const createCooldown = endpoint(cooldownOperations.createCooldown, async ({ ctx, body }) => {
  const cooldown = await create(ctx, {
    cooldownId: body.cooldown_id,
    cryoId: body.cryo_id,
    description: body.description,
    startedAt: body.started_at,
    endedAt: body.ended_at,
    chipIds: body.chip_ids ?? [],
    wiringInfo: body.wiring_info,
    wiringBlocks: JSON.stringify(body.wiring_blocks),
    note: body.note,
  });
  return presentCooldown(cooldown);
});
