import { useQuery } from '@tanstack/react-query';
import { TASK_STATUSES } from '#shared/domain/runs/statuses.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { chipsQuery, cooldownsQuery } from '../../lib/api/queries.ts';
import { taskNamesQuery } from '../../lib/results/queries.ts';
import type { ResultsSearch } from '../../lib/results/search.ts';
import styles from './results.module.css';

/** What narrows the results; every change is in the URL at once. */
export function ResultFilters(props: {
  search: ResultsSearch;
  timeZone: string;
  change: (search: ResultsSearch) => void;
}) {
  const { search, timeZone } = props;
  const chips = useQuery(chipsQuery(0, 100));
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const tasks = useQuery(taskNamesQuery());
  const set = (name: keyof ResultsSearch) => (event: { target: { value: string } }) =>
    props.change({ ...search, [name]: event.target.value || undefined });
  const choice = (label: string, name: keyof ResultsSearch, values: readonly string[]) => (
    <SelectField label={label} value={search[name] ?? ''} onChange={set(name)}>
      <option value="">Any</option>
      {withCurrent(values, search[name]).map((value) => (
        <option key={value}>{value}</option>
      ))}
    </SelectField>
  );
  return (
    <search className={styles.filters} aria-label="Filters">
      <TextField
        label="Message contains"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={search.text ?? ''}
        onChange={set('text')}
      />
      <TextField
        label="Qubit or coupling"
        type="search"
        autoComplete="off"
        maxLength={129}
        value={search.target ?? ''}
        onChange={set('target')}
      />
      {choice(
        'Task',
        'task',
        (tasks.data?.tasks ?? []).map(({ name }) => name),
      )}
      {choice('Status', 'status', TASK_STATUSES)}
      {choice(
        'Chip',
        'chip',
        (chips.data?.chips ?? []).map(({ chip_id: id }) => id),
      )}
      {choice(
        'Cool-down',
        'cooldown',
        (cooldowns.data?.cooldowns ?? []).map(({ cooldown_id: id }) => id),
      )}
      <TextField label={`From (${timeZone})`} type="date" value={search.from ?? ''} onChange={set('from')} />
      <TextField label={`Through (${timeZone})`} type="date" value={search.through ?? ''} onChange={set('through')} />
    </search>
  );
}

/** What the address asks for stays chosen, whether or not it is in the list. */
function withCurrent(values: readonly string[], current: string | number | undefined): string[] {
  const all = new Set(values);
  if (typeof current === 'string') all.add(current);
  return [...all];
}
