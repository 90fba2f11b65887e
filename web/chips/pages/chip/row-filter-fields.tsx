import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { cooldownsQuery, inProject, metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';

/** Which rows of a chip are wanted: every one, unless a field says otherwise. */
export function RowFilterFields({ chipId, kind }: { chipId: string; kind: 'samples' | 'task_results' }) {
  const timeZone = useTimeZone();
  const today = formatDate(new Date().toISOString(), timeZone);
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const config = useQuery(metricsConfigQuery());
  const tasks = useQuery({ queryKey: inProject('tasks'), queryFn: () => api.listTasks() });
  const of = kind === 'samples' ? 'measured' : 'begun';
  return (
    <>
      <TextField
        label={`From (${timeZone})`}
        optional
        name="from"
        type="date"
        max={today}
        hint={`The first day on which they were ${of}`}
      />
      <TextField label={`Through (${timeZone})`} optional name="through" type="date" max={today} hint="The last day" />
      <SelectField label="Cool-down" name="cooldown">
        <option value="">Any</option>
        {(cooldowns.data?.cooldowns ?? [])
          .filter((cooldown) => cooldown.chip_ids.includes(chipId))
          .map(({ cooldown_id: id }) => (
            <option key={id}>{id}</option>
          ))}
      </SelectField>
      <SuggestedField
        label="Metric"
        name="metric"
        hint="Its key, such as t1"
        values={Object.keys({ ...config.data?.qubit_metrics, ...config.data?.coupling_metrics })}
      />
      <SuggestedField
        label="Task"
        name="task"
        hint="Such as CheckT1"
        values={(tasks.data?.tasks ?? []).map(({ name }) => name)}
      />
      <TextField label="Qubits and couplings" optional name="targets" hint="Apart by commas: 0, 5, 0-1" />
    </>
  );
}

/** A text with suggestions, which others than these may be. */
function SuggestedField({
  values,
  ...field
}: {
  label: string;
  name: string;
  hint: string;
  values: readonly string[];
}) {
  const id = useId();
  return (
    <>
      <TextField {...field} optional list={id} autoComplete="off" />
      <datalist id={id}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
