import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import * as read from '#shared/services/cooldowns/read-cooldown.ts';
import { endpoint } from '../../http/endpoint.ts';
import { indexedPageOf } from '../page.ts';
import { presentCooldown } from './present.ts';

export const listCooldowns = endpoint(cooldownOperations.listCooldowns, async ({ ctx, query }) => {
  const { cryo_id: cryoId, chip_id: chipId, ongoing, ...request } = query;
  const page = await read.listCooldowns(ctx, { cryoId, chipId, ongoing }, request);
  return { cooldowns: page.records.map(presentCooldown), ...indexedPageOf(page) };
});
