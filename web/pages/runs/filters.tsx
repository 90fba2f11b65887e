import { useQuery } from '@tanstack/react-query';
import { EXECUTION_STATUSES } from '#shared/domain/runs/statuses.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { allChipsQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { flowsQuery } from '../../lib/flows/queries.ts';
import type { RunsSearch } from '../../lib/url/search-types.ts';
import styles from './runs.module.css';

/** Narrows the list of executions; every choice stands in the URL. */
export function Filters({ search, change }: { search: RunsSearch; change: (next: RunsSearch) => void }) {
  const timeZone = useTimeZone();
  const chips = useQuery(allChipsQuery());
  const flows = useQuery(flowsQuery());
  const set = (part: RunsSearch) => change({ ...search, ...part, page: undefined });
  const isNarrowed = [search.chip, search.status, search.flow, search.from].some((value) => value !== undefined);
  return (
    <search className={styles.filters}>
      <Choice
        label="Chip"
        all="All chips"
        value={search.chip}
        values={chips.data?.map((chip) => chip.chip_id) ?? []}
        onChange={(chip) => set({ chip })}
      />
      <Choice
        label="Status"
        all="Any status"
        value={search.status}
        values={EXECUTION_STATUSES}
        onChange={(status) => set({ status: EXECUTION_STATUSES.find((one) => one === status) })}
      />
      <Choice
        label="Flow"
        all="All flows"
        value={search.flow}
        values={flows.data?.map((flow) => flow.name) ?? []}
        onChange={(flow) => set({ flow })}
      />
      <TextField
        label={`From (${timeZone})`}
        type="date"
        value={search.from ?? ''}
        // A year that is still being typed reads as one before any quantum chip.
        onChange={({ target: { value } }) => set({ from: value >= '1980-01-01' ? value : undefined })}
      />
      {isNarrowed && (
        <Button variant="quiet" className={styles.clear} onClick={() => change({})}>
          Show all
        </Button>
      )}
    </search>
  );
}

function Choice(props: {
  label: string;
  all: string;
  value: string | undefined;
  values: readonly string[];
  onChange: (value: string | undefined) => void;
}) {
  // A filter of the URL may name what is no longer listed: it is offered, so that the field says what is filtered by.
  const values = [...new Set([...props.values, ...(props.value === undefined ? [] : [props.value])])].sort();
  return (
    <SelectField
      label={props.label}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    >
      <option value="">{props.all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </SelectField>
  );
}
