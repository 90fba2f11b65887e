import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../api/api.ts';
import { inProject } from '../api/queries.ts';

export type ChipOverview = ResponseBody<'getChipOverview'>;

/** Most entries of each of its lists. */
const atOnce = 100;

/** What became of a chip since an instant; read again while the page is looked at. */
export const overviewQuery = (chipId: string, since: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'overview', since),
    queryFn: () => api.getChipOverview({ params: { chip_id: chipId }, query: { since, limit: atOnce } }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    refetchIntervalInBackground: false,
  });
