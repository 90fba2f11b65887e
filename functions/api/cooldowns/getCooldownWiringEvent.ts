import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import { readWiringEvent } from '#shared/services/cooldowns/wiring.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentWiringCheckpoint } from './present.ts';

export const getCooldownWiringEvent = endpoint(cooldownOperations.getCooldownWiringEvent, async ({ ctx, params }) =>
  presentWiringCheckpoint(await readWiringEvent(ctx, params.cooldown_id, params.event_id)),
);
