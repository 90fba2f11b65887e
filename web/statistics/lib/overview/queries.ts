import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { followedAfterRuns } from '../../../ui/lib/api/followed.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';

export type ChipOverview = ResponseBody<'getChipOverview'>;

/** The same as counts alone, for a list of chips. */
export const overviewCountsQuery = (chipId: string, since: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'overview counts', since),
    queryFn: () => api.getChipOverview({ params: { chip_id: chipId }, query: { since, limit: 1 }, ifChanged: true }),
    placeholderData: keepPreviousData,
    ...followedAfterRuns,
  });

/** Most entries of each of its lists. */
const atOnce = 100;

/** The changes of a chip since an instant, until the present or `asOf`. */
export const overviewQuery = (chipId: string, since: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'overview', since, asOf),
    queryFn: () =>
      api.getChipOverview({
        params: { chip_id: chipId },
        query: { since, as_of: asOf, limit: atOnce },
        ifChanged: true,
      }),
    placeholderData: keepPreviousData,
    ...(asOf === undefined ? followedAfterRuns : {}),
  });
