import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import type { LatticeKind } from '../../../ui/lib/api/wire.ts';
import { formatAge } from '../../../ui/lib/format/time.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import type { HandedValue } from '../../lib/exports/hand-over.ts';
import styles from './hand-over.module.css';

type Row = { id: string; values: HandedValue[] };

/** The values that a compiler goes by, of each qubit and coupling with their ages and states. */
export function HandedValues({ values }: { values: readonly HandedValue[] }) {
  return (['qubit', 'coupling'] as const).map((kind) => {
    const own = values.filter(({ target_kind }) => target_kind === kind);
    return own.length > 0 && <OfKind key={kind} kind={kind} values={own} />;
  });
}

function OfKind({ kind, values }: { kind: LatticeKind; values: readonly HandedValue[] }) {
  const config = useQuery(metricsConfigQuery()).data;
  const rows = [...Map.groupBy(values, ({ target_id }) => target_id)].map(([id, own]): Row => ({ id, values: own }));
  const columns: Column<Row>[] = [
    { id: 'target', title: kind === 'qubit' ? 'Qubit' : 'Coupling', cell: ({ id }) => targetLabel(kind, id) },
    ...[...new Set(values.map(({ metric }) => metric))].map((metric): Column<Row> => {
      const display = displayOf(config, kind, metric);
      return {
        id: metric,
        title: display.title,
        wrap: true,
        number: true,
        cell: (row) => {
          const found = row.values.find((one) => one.metric === metric);
          if (!found) return '–';
          return (
            <>
              {found.value !== null && (
                <MetricQuantity
                  display={display}
                  stored={{ value: found.value, error: found.error, unit: found.unit }}
                />
              )}
              <span className={styles.state}>{stateText(found)}</span>
            </>
          );
        },
      };
    }),
  ];
  const label = kind === 'qubit' ? 'Values of the qubits' : 'Values of the couplings';
  return <DataTable label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const stateWords: Record<HandedValue['state'], string> = {
  fresh: '',
  stale: 'stale',
  faulty: 'faulty',
  held: 'a newer one is held',
  too_old: 'too old',
  missing: 'not measured',
};

/** The age of a value, and its state unless it is fresh. */
const stateText = ({ age_seconds: age, state }: HandedValue): string =>
  [age === null ? '' : formatAge(age), stateWords[state]].filter(Boolean).join(', ');
