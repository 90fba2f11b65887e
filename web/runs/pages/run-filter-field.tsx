import { useQuery } from '@tanstack/react-query';
import { EXECUTION_STATUSES } from '#shared/runs/rules/statuses.ts';
import { flowsQuery } from '../../flows/lib/queries.ts';
import { FilterField } from '../../ui/components/filter-field.tsx';
import { allChipsQuery } from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import { recentDays } from '../../ui/lib/filters/recent-days.ts';
import { suggestFilters } from '../../ui/lib/filters/typed-filters.ts';
import type { RunsSearch } from '../../ui/lib/url/search-types.ts';
import { filterText, filterWords, parseFilter } from '../lib/run-filter.ts';

/** Narrows the list of runs by words that are typed or chosen; the URL holds the filter. */
export function RunFilterField(props: {
  search: RunsSearch;
  /** People whose runs are listed. */
  people: readonly string[];
  change: (next: RunsSearch) => void;
}) {
  const { search, people, change } = props;
  const timeZone = useTimeZone();
  const chips = useQuery(allChipsQuery());
  const flows = useQuery(flowsQuery());
  const held = filterText(search);
  const known = {
    chip: chips.data?.map((chip) => chip.chip_id) ?? [],
    status: EXECUTION_STATUSES,
    flow: flows.data?.map((flow) => flow.name) ?? [],
    who: people,
    since: recentDays(timeZone),
  };
  const apply = (next: string) => {
    const read = parseFilter(next);
    if ('problem' in read) return read.problem;
    if (filterText(read.search) !== held) change(read.search);
    return undefined;
  };
  return (
    <FilterField
      label="Filter"
      held={held}
      placeholder={filterWords.map((word) => `${word}:`).join(' ')}
      suggest={(text) => suggestFilters(text, filterWords, known)}
      apply={apply}
    />
  );
}
