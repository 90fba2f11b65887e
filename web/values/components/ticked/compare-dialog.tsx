import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { TargetLink } from '../../../chips/components/target-link.tsx';
import { targetsText } from '../../../statistics/lib/differences/ticked.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ValueState } from '../../../ui/components/status.tsx';
import { chipMetricsQuery, metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import {
  type ComparedCell,
  type MetricSideBySide,
  scoreBetweenText,
  sideBySide,
  sideBySideCsv,
} from '../../lib/metrics/side-by-side.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import { Quantity } from '../quantity/quantity.tsx';
import styles from './compare-dialog.module.css';

/**
 * Ticked targets side by side: the values of every metric, and how they differ from a reference target (rule DASH-7).
 */
export function CompareDialog(props: {
  chipId: string;
  kind: TargetKind;
  targets: readonly string[];
  view: MetricsView;
  onClose: () => void;
}) {
  const { chipId, kind, targets, view } = props;
  const [reference, setReference] = useState(targets[0] ?? '');
  const config = useQuery(metricsConfigQuery());
  const metrics = useQuery(chipMetricsQuery(chipId, view, { targets: [...targets] }));
  const isLatest = (view.selection_mode ?? 'latest') === 'latest';
  const rows = metrics.data && config.data && sideBySide(metrics.data, config.data, kind, targets, reference, isLatest);
  const table = (label: string, shown: readonly MetricSideBySide[]) => (
    <DataTable
      bare
      keepColumns
      label={label}
      columns={columnsOf(chipId, kind, targets, reference)}
      rows={shown}
      rowKey={({ display }) => display.key}
    />
  );
  const settings = rows?.filter(({ isSetting }) => isSetting) ?? [];
  return (
    <Dialog
      title={`Compare ${targets.length} ${kind}s`}
      description={
        isLatest
          ? 'σ counts the stated errors and how much a value of its kind moves by itself; “fit only” counts the errors alone.'
          : 'Best and average values have no σ.'
      }
      open
      widest
      onClose={props.onClose}
    >
      <DialogBody
        actions={
          <>
            <Button
              disabledReason={rows ? undefined : 'The values are on their way'}
              onClick={() =>
                rows && downloadText(`${chipId}_compared.csv`, toCsv(sideBySideCsv(rows, reference)), 'text/csv')
              }
            >
              CSV of these
            </Button>
            <Button onClick={props.onClose}>Close</Button>
          </>
        }
      >
        <div className={styles.against}>
          <SelectField label="Against" inline value={reference} onChange={(event) => setReference(event.target.value)}>
            {targets.map((id) => (
              <option key={id} value={id}>
                {targetLabel(kind, id)}
              </option>
            ))}
          </SelectField>
        </div>
        {rows ? (
          <>
            {table(
              'Compared values',
              rows.filter(({ isSetting }) => !isSetting),
            )}
            {settings.length > 0 && (
              <details>
                <summary>Settings ({settings.length})</summary>
                {table('Compared settings', settings)}
              </details>
            )}
          </>
        ) : (
          <Pending
            error={metrics.error ?? config.error}
            what={`the values of ${targetsText(targets.map((id) => ({ kind, id })))}`}
          />
        )}
      </DialogBody>
    </Dialog>
  );
}

const columnsOf = (
  chipId: string,
  kind: TargetKind,
  targets: readonly string[],
  reference: string,
): Column<MetricSideBySide>[] => [
  {
    id: 'metric',
    title: 'Metric',
    wrap: true,
    cell: ({ display }) => (display.unit ? `${display.title} (${display.unit})` : display.title),
  },
  ...targets.map((target, place) => ({
    id: target,
    title: (
      <>
        <TargetLink chipId={chipId} kind={kind} id={target} />
        {target === reference && <span className={styles.small}>reference</span>}
      </>
    ),
    number: true,
    cell: ({ cells, display }: MetricSideBySide) => {
      const compared = cells[place];
      return compared && <Compared {...compared} words={compared.score && scoreBetweenText(compared.score, display)} />;
    },
  })),
];

/** A value, below it the difference, and its state if it is unusual. */
function Compared({ cell, difference, words }: ComparedCell & { words: string | undefined }) {
  if (cell.drawn === null) return cell.state === 'missing' ? '–' : (cell.foreign ?? <ValueState state={cell.state} />);
  return (
    <>
      <Quantity value={cell.drawn} error={cell.spread} unit="" />
      {difference && <span className={styles.small}>{words ? `${difference}, ${words}` : difference}</span>}
      {cell.state !== 'fresh' && (
        <span className={styles.small}>
          <ValueState state={cell.state} />
        </span>
      )}
    </>
  );
}
