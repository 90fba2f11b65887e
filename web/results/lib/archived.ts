import { queryOptions } from '@tanstack/react-query';
import { monthTitle } from '#shared/kernel/rules/calendar.ts';
import { api, type ResponseBody } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

export type ArchivedMonth = ResponseBody<'listArchivedMonths'>['months'][number];

export const archivedPageSize = 50;
/** How often a month that is on its way is looked at. */
const lookSeconds = 15;

/** One page of the months whose task results are in files. */
export const archivedMonthsQuery = ({ page = 1 }: { page?: number | undefined } = {}) =>
  queryOptions({
    queryKey: inProject('archived-results', page),
    queryFn: () => api.listArchivedMonths({ query: { skip: (page - 1) * archivedPageSize, limit: archivedPageSize } }),
    refetchInterval: ({ state: { data } }) => (data?.months.some(isMoving) ? lookSeconds * 1000 : false),
  });

/** A month with the addresses of its files, which are valid for minutes. */
export const archivedFilesQuery = ({ chip_id, month }: Pick<ArchivedMonth, 'chip_id' | 'month'>) =>
  queryOptions({
    queryKey: inProject('archived-results', chip_id, month),
    queryFn: () => api.getArchivedMonth({ params: { chip_id, month } }),
    gcTime: 0,
  });

/** Whether its results are on their way into files or back. */
const isMoving = ({ state }: ArchivedMonth): boolean => state === 'archiving' || state === 'restoring';

/** `August 2026` of `202608`. */
export const monthText = ({ month }: Pick<ArchivedMonth, 'month'>): string =>
  monthTitle(`${month.slice(0, 4)}-${month.slice(4)}`);

/** Why the results of a month cannot be brought back now. */
export function cannotBringBack({ state, results, chip_deleted: isDeleted }: ArchivedMonth): string | undefined {
  if (isDeleted) return 'This chip was deleted: the files alone have its results';
  if (state === 'archiving') return 'They are being archived; try again later';
  return results === 0 ? 'All results of this month are in the lists' : undefined;
}
