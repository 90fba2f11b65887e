import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

/** The checkpoints of a cool-down's wiring, the newest first; there are at most a hundred. */
export const wiringEventsQuery = (cooldownId: string) =>
  queryOptions({
    queryKey: inProject('cooldown', cooldownId, 'wiring-events'),
    queryFn: async () => (await api.listCooldownWiringEvents({ params: { cooldown_id: cooldownId } })).events,
  });

/** One checkpoint with its blocks. It never changes. */
export const wiringEventQuery = (cooldownId: string, id: string) =>
  queryOptions({
    queryKey: inProject('cooldown', cooldownId, 'wiring-events', id),
    queryFn: () => api.getCooldownWiringEvent({ params: { cooldown_id: cooldownId, event_id: Number(id) } }),
  });
