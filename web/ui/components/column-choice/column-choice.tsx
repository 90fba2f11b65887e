import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { allColumns, withColumn } from '../../../values/lib/chosen-columns.ts';
import { Button } from '../button.tsx';
import { CheckField } from '../field.tsx';
import styles from './column-choice.module.css';

/** Chooses which metrics have a column; the address keeps it. */
export function ColumnChoice(props: {
  metrics: readonly MetricDisplay[];
  shown: readonly MetricDisplay[];
  onChange: (cols: string | undefined) => void;
}) {
  const { metrics, shown, onChange } = props;
  return (
    <details className={styles.choice}>
      <summary>
        Columns: {shown.length} of {metrics.length}
      </summary>
      <fieldset className={styles.columns}>
        <legend className="visually-hidden">Columns</legend>
        {metrics.map((display) => (
          <CheckField
            key={display.key}
            label={display.title}
            checked={shown.some(({ key }) => key === display.key)}
            onChange={() => onChange(withColumn(metrics, shown, display.key))}
          />
        ))}
      </fieldset>
      <div className={styles.whole}>
        <Button small onClick={() => onChange(allColumns)}>
          All {metrics.length}
        </Button>
        <Button small onClick={() => onChange(undefined)}>
          The usual ones
        </Button>
      </div>
    </details>
  );
}
