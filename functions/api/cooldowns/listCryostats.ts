import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as cryostats from '#shared/services/cryostats/cryostats.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentCryostat } from './present.ts';

export const listCryostats = endpoint(cooldownOperations.listCryostats, async ({ ctx, query }) => {
  const page = await cryostats.listCryostats(ctx, query);
  return { cryostats: page.records.map(presentCryostat), ...pageOf(page) };
});
