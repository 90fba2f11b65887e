import { cooldownOperations } from '#shared/contract/operations/cooldowns.ts';
import { listWiringEvents } from '#shared/services/cooldowns/wiring.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentWiringEvent } from './present.ts';

export const listCooldownWiringEvents = endpoint(
  cooldownOperations.listCooldownWiringEvents,
  async ({ ctx, params, query }) => {
    const page = await listWiringEvents(ctx, params.cooldown_id, query);
    return { events: page.records.map(presentWiringEvent), ...pageOf(page), next_cursor: null };
  },
);
