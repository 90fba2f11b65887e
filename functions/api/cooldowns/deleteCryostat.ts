import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteCryostat = endpoint(cooldownOperations.deleteCryostat, async ({ ctx, params }) => {
  await cryostats.deleteCryostat(ctx, params.cryo_id);
  return { message: `Cryostat '${params.cryo_id}' deleted` };
});
