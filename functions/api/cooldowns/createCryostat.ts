import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cryostatFields, presentCryostat } from './present.ts';

export const createCryostat = endpoint(cooldownOperations.createCryostat, async ({ ctx, body }) => {
  const { cryo_id: cryoId, ...fields } = body;
  return presentCryostat(await cryostats.createCryostat(ctx, cryoId, cryostatFields(fields)));
});
