import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';
import { cryostatFields, presentCryostat } from './present.ts';

export const updateCryostat = endpoint(cooldownOperations.updateCryostat, async ({ ctx, params, body }) =>
  presentCryostat(await cryostats.updateCryostat(ctx, params.cryo_id, cryostatFields(body))),
);
