import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCryostat } from './present.ts';

export const getCryostat = endpoint(cooldownOperations.getCryostat, async ({ ctx, params }) =>
  presentCryostat(await cryostats.readCryostat(ctx, params.cryo_id)),
);
