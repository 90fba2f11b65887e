import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { writeQuantity } from '#shared/values/rules/cell/quantity.ts';
import { ValueOrigin } from '../../../../runs/components/value-origin.tsx';
import { changeText, scoreText } from '../../../../statistics/lib/differences/words.ts';
import { Button } from '../../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../../ui/components/data-table.tsx';
import { TextField } from '../../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../../ui/components/notice.tsx';
import { RelativeTime } from '../../../../ui/components/relative-time.tsx';
import {
  chipMetricsQuery,
  chipQuery,
  metricsConfigQuery,
  topologyQuery,
  useReadOnlyReason,
} from '../../../../ui/lib/api/queries.ts';
import type { MetricsConfig } from '../../../../ui/lib/api/wire.ts';
import { HeldFigure } from '../../../../values/components/held/held-figure.tsx';
import { MetricQuantity } from '../../../../values/components/quantity/quantity.tsx';
import { SideValue } from '../../../../values/components/quantity/side-value.tsx';
import { mapCells, targetLabel } from '../../../../values/lib/metrics/cells.ts';
import { type HeldValue, heldQuery, heldValuesOf, useDecideHeld } from '../../../../values/lib/metrics/held-query.ts';
import { heldReason, ratioText } from '../../../../values/lib/metrics/held-words.ts';
import { cellsOf } from '../../../../values/lib/metrics/metric-choice.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { neighboursOf } from '../../../../values/lib/metrics/neighbours.ts';
import { layoutChip } from '../../../lib/map/chip-layout.ts';
import styles from './held-values.module.css';

/**
 * Every value that waits to be accepted on a chip, to be decided many at once: with the value that counts, the ratio and
 * score of the change, the figure, the values of the neighbours and the reason.
 */
export function HeldValues({ chipId }: { chipId: string }) {
  const held = useQuery(heldQuery(chipId));
  if (!held.data || held.data.total === 0) return null;
  return <HeldTable chipId={chipId} values={heldValuesOf(held.data)} />;
}

function HeldTable({ chipId, values }: { chipId: string; values: readonly HeldValue[] }) {
  const readOnly = useReadOnlyReason();
  const config = useQuery(metricsConfigQuery()).data;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const marked = values.filter((value) => chosen.has(keyOf(value)));
  const deciding = useDecideHeld(chipId, () => setChosen(new Set()));
  const decide = (decision: 'accept' | 'reject') => deciding.mutate({ decision, reason, values: marked });
  const toggle = (key: string) => setChosen(chosen.symmetricDifference(new Set([key])));
  const neighboursText = useNeighbours(chipId, values, config);
  const display = ({ target_type: kind, metric }: HeldValue) => displayOf(config, kind, metric);
  const columns: Column<HeldValue>[] = [
    {
      id: 'chosen',
      title: 'Target',
      cell: (row) => (
        <label>
          <input type="checkbox" checked={chosen.has(keyOf(row))} onChange={() => toggle(keyOf(row))} />{' '}
          {targetLabel(row.target_type, row.qid)} {display(row).title}
        </label>
      ),
    },
    { id: 'value', title: 'Held', number: true, cell: (row) => <HeldQuantity row={row} display={display(row)} /> },
    {
      id: 'before',
      title: 'Counts now',
      number: true,
      cell: ({ change, ...row }) => change && <SideValue side={change.before} display={display({ change, ...row })} />,
    },
    { id: 'ratio', title: 'Ratio', number: true, detail: true, cell: (row) => ratioText(row.change, display(row)) },
    {
      id: 'change',
      title: 'Change',
      number: true,
      cell: (row) =>
        row.change && `${changeText(row.change, display(row))}${row.change.score ? `, ${scoreText(row.change)}` : ''}`,
    },
    { id: 'neighbours', title: 'Neighbours', wrap: true, detail: true, cell: neighboursText },
    { id: 'figure', title: 'Figure', cell: ({ task_id: taskId }) => taskId && <HeldFigure taskId={taskId} /> },
    { id: 'reason', title: 'Held because', cell: (row) => heldReason(row, display(row)), wrap: true },
    { id: 'measured', title: 'Measured', cell: ({ measured_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'source',
      title: 'Source',
      detail: true,
      cell: (value) => <ValueOrigin taskId={value.task_id} executionId={value.execution_id} source={value.source} />,
    },
  ];
  const none = marked.length === 0;
  return (
    <div className={styles.list}>
      <DataTable bare label="Held values" columns={columns} rows={values} rowKey={keyOf} />
      <div className={styles.decide}>
        <Button onClick={() => setChosen(new Set(values.map(keyOf)))}>Choose all</Button>
        <TextField
          label="Reason"
          inline
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button disabled={none || deciding.isPending} disabledReason={readOnly} onClick={() => decide('accept')}>
          Accept {marked.length}
        </Button>
        <Button disabled={none || deciding.isPending} disabledReason={readOnly} onClick={() => decide('reject')}>
          Reject {marked.length}
        </Button>
      </div>
      <ErrorNotice error={deciding.error} />
    </div>
  );
}

function HeldQuantity({ row: { value, error, unit }, display }: { row: HeldValue; display: MetricDisplay }) {
  return value === null ? '–' : <MetricQuantity display={display} stored={{ value, error, unit }} />;
}

/** Writes what the coupled qubits have of the metric of a held value: `Q3 51.2, Q5 48`; of a coupling nothing. */
function useNeighbours(chipId: string, values: readonly HeldValue[], config: MetricsConfig | undefined) {
  const chip = useQuery(chipQuery(chipId)).data;
  const topologyId = chip?.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined }).data;
  const wanted = [...new Set(values.flatMap(({ target_type, metric }) => (target_type === 'qubit' ? [metric] : [])))];
  const metrics = useQuery({ ...chipMetricsQuery(chipId, {}, { metrics: wanted }), enabled: wanted.length > 0 }).data;
  const layout = useMemo(() => topology && layoutChip(topology, new Set()), [topology]);
  return ({ target_type: kind, qid, metric }: HeldValue): string => {
    if (kind !== 'qubit' || !metrics || !layout) return '';
    const display = displayOf(config, kind, metric);
    const others = neighboursOf(qid, layout, []).map(({ qubit }) => qubit);
    return mapCells(others, cellsOf(metrics, kind, metric), display)
      .flatMap(({ target, drawn, spread }) =>
        drawn === null ? [] : [`Q${target} ${writeQuantity(drawn, spread, display.unit).concise}`],
      )
      .join(', ');
  };
}

const keyOf = ({ id, metric }: HeldValue): string => `${id} ${metric}`;
