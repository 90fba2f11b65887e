import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import { keepWiring } from '#shared/services/cooldowns/wiring.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentWiringCheckpoint } from './present.ts';

export const createCooldownWiringCheckpoint = endpoint(
  cooldownOperations.createCooldownWiringCheckpoint,
  async ({ ctx, params, body }) => presentWiringCheckpoint(await keepWiring(ctx, params.cooldown_id, body.comment)),
);
