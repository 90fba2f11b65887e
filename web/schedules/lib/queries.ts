import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { followed } from '../../ui/lib/api/followed.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

/** What pages of schedules read. */

/** One page of the schedules of a flow, or of all, the next to fire first. */
export const schedulesQuery = (flow: string | undefined, offset: number, limit: number) =>
  queryOptions({
    queryKey: inProject('schedules', flow ?? '', offset, limit),
    queryFn: () => {
      const query = { offset, limit };
      return flow === undefined
        ? api.listAllFlowSchedules({ query })
        : api.listFlowSchedules({ params: { name: flow }, query });
    },
    ...followed,
  });

export const scheduleQuery = (scheduleId: string) =>
  queryOptions({
    queryKey: inProject('schedules', 'one', scheduleId),
    queryFn: () => api.getFlowSchedule({ params: { schedule_id: scheduleId } }),
    ...followed,
  });

/** The outcomes of a schedule's firings, the latest first. */
export const firingsQuery = (scheduleId: string, skip: number, limit: number) =>
  queryOptions({
    queryKey: inProject('schedules', 'firings', scheduleId, skip, limit),
    queryFn: () => api.listScheduleFirings({ params: { schedule_id: scheduleId }, query: { skip, limit } }),
    ...followed,
  });

/** When an expression fires next in a zone, as the service reckons it. */
export const previewQuery = (cron: string, timezone: string, count = 5) =>
  queryOptions({
    queryKey: ['schedule-preview', cron, timezone, count],
    queryFn: ({ signal }) => api.previewSchedule({ body: { cron, timezone, count }, signal }),
    staleTime: 30_000,
    gcTime: 60_000,
  });
