import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';

export type ChipDifferences = ResponseBody<'getChipDifferences'>;
export type Difference = ChipDifferences['differences'][number];
type Presence = 'both' | 'appeared' | 'vanished';

/** Most differences of one answer. */
export const differencesAtOnce = 2500;

/** What differs between two sides, as the API names them; of one metric alone where one is given. */
export const differencesQuery = (
  chipId: string,
  sides: Record<string, string>,
  list: { presence?: Presence; only_metric?: string; targets?: string[]; skip?: number; limit?: number } = {},
) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'differences', sides, list),
    queryFn: () =>
      api.getChipDifferences({
        params: { chip_id: chipId },
        query: { limit: differencesAtOnce, ...sides, ...list },
      }),
    placeholderData: keepPreviousData,
  });

/** All that differs, has appeared or has vanished, page by page. */
export async function allDifferences(chipId: string, sides: Record<string, string>): Promise<Difference[]> {
  const all: Difference[] = [];
  for (const presence of ['both', 'appeared', 'vanished'] as const)
    for (let skip = 0, total = 1; skip < total; skip += differencesAtOnce) {
      const query = { ...sides, presence, skip, limit: differencesAtOnce };
      const page = await api.getChipDifferences({ params: { chip_id: chipId }, query });
      total = page.total;
      all.push(...page.differences);
    }
  return all;
}
