import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import { dashedDay } from '../../ui/lib/url/days.ts';

/** The days (`YYYY-MM-DD`) of the calendar on which runs of a chip were started. */
export const runDaysQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'run-days'),
    queryFn: async () => (await api.getChipDates({ params: { chip_id: chipId } })).data.map(dashedDay),
  });
