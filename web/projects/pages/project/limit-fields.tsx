import { useId, useState } from 'react';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { MOST_OWN_LIMITS } from '#shared/values/rules/own-limits.ts';
import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import type { Project } from '../../../ui/lib/api/wire.ts';
import styles from './project.module.css';

type Limits = Project['value_limits'];
type Limit = Limits[string];

interface Row extends Limit {
  id: number;
  metric: string;
}

const keys = [...new Set(metricCatalogue.map(({ key }) => key))];

/** The unit in which the catalogue has a metric; empty for others. */
const unitOf = (metric: string): string => metricCatalogue.find(({ key }) => key === metric)?.storedUnit ?? '';

/** The lowest and highest values that a project allows, a row for each metric. */
export function LimitFields({ limits, isOwner, onChange }: { limits: Limits; isOwner: boolean; onChange: () => void }) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(limits).map(([metric, limit], id) => ({ id, metric, ...limit })),
  );
  const [next, setNext] = useState(rows.length);
  const list = useId();
  const add = () => {
    setRows([...rows, { id: next, metric: '', lowest: null, highest: null, unit: '' }]);
    setNext(next + 1);
    onChange();
  };
  return (
    <fieldset disabled={!isOwner}>
      <legend>Limits of values</legend>
      <datalist id={list}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {rows.map((row) => (
        <LimitRow
          key={row.id}
          row={row}
          list={list}
          onRemove={() => {
            setRows(rows.filter(({ id }) => id !== row.id));
            onChange();
          }}
        />
      ))}
      <p className={styles.hint}>
        A value below the lowest or above the highest cannot be. A limit is used in place of that of the technology of a
        chip, for runs and imports that begin later.
      </p>
      {isOwner && rows.length < MOST_OWN_LIMITS && (
        <Button small onClick={add}>
          Add a limit
        </Button>
      )}
    </fieldset>
  );
}

function LimitRow({ row, list, onRemove }: { row: Row; list: string; onRemove: () => void }) {
  const [metric, setMetric] = useState(row.metric);
  const name = metric === '' ? 'new limit' : metric;
  return (
    <fieldset aria-label={`Limit of ${name}`} className={styles.limit}>
      <TextField
        label="Metric"
        name="limit_metric"
        list={list}
        required
        maxLength={64}
        autoComplete="off"
        value={metric}
        onChange={(event) => setMetric(event.target.value)}
      />
      <TextField label="Lowest" name="limit_lowest" type="number" step="any" defaultValue={row.lowest ?? ''} />
      <TextField label="Highest" name="limit_highest" type="number" step="any" defaultValue={row.highest ?? ''} />
      <TextField
        label="Unit"
        name="limit_unit"
        maxLength={32}
        autoComplete="off"
        placeholder={unitOf(metric)}
        defaultValue={row.unit}
      />
      <Button small variant="quiet" aria-label={`Remove the limit of ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}

/** What a form says of limits, as a change: a limit that it has no more is null. A unit that is left empty is that of the catalogue. */
export function limitsOf(form: FormData, before: Limits): Record<string, Limit | null> {
  const column = (name: string) => form.getAll(`limit_${name}`).map((text) => String(text).trim());
  const [lowest, highest, units] = [column('lowest'), column('highest'), column('unit')];
  const end = (text: string | undefined) => (text ? Number(text) : null);
  const given = column('metric').map((metric, n) => [
    metric,
    { lowest: end(lowest[n]), highest: end(highest[n]), unit: units[n] || unitOf(metric) },
  ]);
  return { ...Object.fromEntries(Object.keys(before).map((metric) => [metric, null])), ...Object.fromEntries(given) };
}
