import { useId } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { Target } from '../../../ui/lib/api/wire.ts';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import { showParameter } from '../../../values/lib/metrics/target-metrics.ts';
import { isEmptyEntry, type ValueEntry } from '../../../values/lib/metrics/value-entries.ts';
import styles from './set-values.module.css';

interface TableProps {
  label: string;
  target: Target;
  rows: readonly MetricDisplay[];
  entries: Readonly<Record<string, ValueEntry>>;
  problems: Readonly<Record<string, { field: 'value' | 'error'; problem: string } | undefined>>;
  onEnter: (metric: string, entry: ValueEntry) => void;
}

/** The current values of some metrics, and fields for new ones, in the units of the page. */
export function ValueEntryTable({ label, rows, ...props }: TableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">Now</th>
          <th scope="col">New value</th>
          <th scope="col">Uncertainty</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((display) => (
          <EntryRow key={display.key} display={display} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow(props: Omit<TableProps, 'label' | 'rows'> & { display: MetricDisplay }) {
  const { display, target, onEnter } = props;
  const problemId = useId();
  const entry = props.entries[display.key];
  const problem = props.problems[display.key];
  const field = (name: keyof ValueEntry, what: string) => (
    <input
      className={styles.input}
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${display.title}, ${what}${display.unit && ` in ${display.unit}`}`}
      aria-invalid={problem?.field === name || undefined}
      aria-describedby={problem?.field === name ? problemId : undefined}
      value={entry?.[name] ?? ''}
      onChange={(event) => onEnter(display.key, { value: '', error: '', ...entry, [name]: event.target.value })}
    />
  );
  return (
    <tr data-filled={!isEmptyEntry(entry) || undefined}>
      <th scope="row">
        {display.title}
        {display.unit && <span className={styles.unit}> {display.unit}</span>}
      </th>
      <td data-title="Now">
        <Standing target={target} display={display} />
      </td>
      <td data-title="New value">
        {field('value', 'new value')}
        {problem && (
          <span id={problemId} className={styles.problem}>
            {problem.problem}
          </span>
        )}
      </td>
      <td data-title="Uncertainty">{field('error', 'uncertainty')}</td>
    </tr>
  );
}

/** The current value; its unit is next to the name unless it differs. */
function Standing({ target, display }: { target: Target; display: MetricDisplay }) {
  if (target.faulty.includes(display.key)) return 'faulty';
  const parameter = target.data[display.key];
  if (!parameter) return '–';
  const { drawn, spread, unit, isForeign } = showParameter(parameter, display, parameter.calibrated_at);
  return <Quantity value={drawn} error={spread} unit={isForeign ? unit : ''} />;
}
