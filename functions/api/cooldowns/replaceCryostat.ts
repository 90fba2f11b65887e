import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cryostatFields, presentCryostat } from './present.ts';

export const replaceCryostat = endpoint(cooldownOperations.replaceCryostat, async ({ ctx, params, body }) => {
  const fields = { ...body, commissioned_at: body.commissioned_at ?? null, note: body.note ?? '' };
  return presentCryostat(await cryostats.updateCryostat(ctx, params.cryo_id, cryostatFields(fields)));
});
