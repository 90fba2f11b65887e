import { EXECUTION_STATUSES } from '#shared/runs/rules/statuses.ts';
import { readTyped, typedFilter } from '../../ui/lib/filters/typed-filters.ts';
import { dateParam } from '../../ui/lib/url/search-params.ts';
import type { RunsSearch } from '../../ui/lib/url/search-types.ts';

/** The words that narrow runs: `chip:torino status:failed since:2026-11-20`. */
export const filterWords = ['chip', 'status', 'flow', 'who', 'since'] as const;
type FilterWord = (typeof filterWords)[number];

const fieldOf = { chip: 'chip', status: 'status', flow: 'flow', who: 'who', since: 'from' } as const;

/** Filters in their typed form. */
export const filterText = (search: RunsSearch): string =>
  filterWords
    .flatMap((word) => {
      const value = search[fieldOf[word]];
      return value === undefined ? [] : typedFilter(word, value);
    })
    .join(' ');

/** Reads typed filters; a problem names the part that is not a filter. */
export function parseFilter(text: string): { search: RunsSearch } | { problem: string } {
  const search: RunsSearch = {};
  for (const { word, value, part } of readTyped(text, filterWords)) {
    if (word === undefined || value === '')
      return { problem: `'${part}' is not a filter. Use ${filterWords.map((one) => `${one}:`).join(', ')}` };
    const problem = take(search, word, value);
    if (problem !== undefined) return { problem };
  }
  return { search };
}

function take(search: RunsSearch, word: FilterWord, value: string): string | undefined {
  if (word === 'status') {
    search.status = EXECUTION_STATUSES.find((one) => one === value);
    return search.status === undefined ? `'${value}' is not a status. Use ${EXECUTION_STATUSES.join(', ')}` : undefined;
  }
  // A year before any quantum chip is one that is mistyped.
  if (word === 'since' && (dateParam(value) === undefined || value < '1980-01-01'))
    return `'${value}' is not a date such as 2026-11-20`;
  search[fieldOf[word]] = value;
  return undefined;
}
