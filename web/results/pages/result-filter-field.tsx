import { useQuery } from '@tanstack/react-query';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { FilterField } from '../../ui/components/filter-field.tsx';
import { allChipsQuery, cooldownsQuery } from '../../ui/lib/api/queries.ts';
import { recentDays } from '../../ui/lib/filters/recent-days.ts';
import { suggestFilters } from '../../ui/lib/filters/typed-filters.ts';
import { taskNamesQuery } from '../lib/queries.ts';
import { parseResultFilter, resultFilterText, resultFilterWords } from '../lib/result-filter.ts';
import type { ResultsSearch } from '../lib/search.ts';

/** A target needs no word, as a rule. */
const offered = resultFilterWords.filter((word) => word !== 'target');

/** The filters of the results, typed into one field; the URL holds them. */
export function ResultFilterField(props: {
  search: ResultsSearch;
  timeZone: string;
  change: (search: ResultsSearch) => void;
}) {
  const { search, timeZone, change } = props;
  const chips = useQuery(allChipsQuery());
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const tasks = useQuery(taskNamesQuery());
  const names = tasks.data?.tasks.map(({ name }) => name) ?? [];
  const held = resultFilterText(search);
  const days = recentDays(timeZone);
  const known = {
    task: names,
    status: TASK_STATUSES,
    chip: chips.data?.map(({ chip_id: id }) => id) ?? [],
    cooldown: cooldowns.data?.cooldowns.map(({ cooldown_id: id }) => id) ?? [],
    since: days,
    through: days,
  };
  const apply = (next: string) => {
    // A task that the address names stays, known or not; before the names are there, any is taken.
    const takenTasks = names.length === 0 || search.task === undefined ? names : [...names, search.task];
    const read = parseResultFilter(next, takenTasks);
    if ('problem' in read) return read.problem;
    if (resultFilterText(read.search) !== held) change(read.search);
    return undefined;
  };
  return (
    <FilterField
      label="Filter"
      held={held}
      placeholder="peak Q12 status:failed task:T1 since:2026-11-20"
      hint={`Words of the message, a qubit or coupling, and ${offered.map((word) => `${word}:`).join(' ')}`}
      suggest={(text) => suggestFilters(text, resultFilterWords, known)}
      apply={apply}
    />
  );
}
