import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Quantity } from '../../components/quantity/quantity.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ValueOrigin } from '../../components/runs/value-origin.tsx';
import { ValueState } from '../../components/status.tsx';
import type { Target, TargetKind } from '../../lib/api/wire.ts';
import { showParameter } from '../../lib/metrics/target-metrics.ts';
import styles from './target-page.module.css';

/** Current values of one target: value with uncertainty and unit, when it was measured, and its state. */
export function CurrentValues(props: {
  chipId: string;
  kind: TargetKind;
  target: Target;
  metrics: MetricDisplay[];
  current: string;
}) {
  const { target, kind, chipId } = props;
  const [now] = useState(() => new Date().toISOString());
  if (props.metrics.length === 0) return <p>No values yet. Set one by hand, or import a calibration.</p>;
  const isFaulty = (display: MetricDisplay) => target.faulty.includes(display.key);
  const shownOf = (display: MetricDisplay) => {
    const parameter = target.data[display.key];
    return parameter && !isFaulty(display) ? showParameter(parameter, display, now) : undefined;
  };
  const columns: Column<MetricDisplay>[] = [
    {
      id: 'metric',
      title: 'Metric',
      wrap: true,
      cell: (display) => (
        <Link
          to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
          params={{ chipId, target: target.qid }}
          search={{ metric: display.key }}
          replace
          className={styles.metric}
          aria-current={display.key === props.current ? 'true' : undefined}
        >
          {display.title}
        </Link>
      ),
    },
    {
      id: 'value',
      title: 'Value',
      number: true,
      cell: (display) => {
        const shown = shownOf(display);
        return shown ? <Quantity value={shown.drawn} error={shown.spread} unit={shown.unit} /> : '–';
      },
    },
    {
      id: 'age',
      title: 'Measured',
      cell: (display) => {
        const at = target.data[display.key]?.calibrated_at;
        return at ? <RelativeTime at={at} /> : '–';
      },
    },
    {
      id: 'origin',
      title: 'From',
      cell: (display) => {
        const parameter = target.data[display.key];
        return parameter ? (
          <ValueOrigin taskId={parameter.task_id} executionId={parameter.execution_id} source={parameter.source} />
        ) : (
          '–'
        );
      },
    },
    {
      id: 'state',
      title: 'State',
      cell: (display) => <ValueState state={isFaulty(display) ? 'faulty' : (shownOf(display)?.state ?? 'missing')} />,
    },
  ];
  return (
    <DataTable
      bare
      compact
      label="Current values"
      columns={columns}
      rows={props.metrics}
      rowKey={(display) => display.key}
      selectedKey={props.current}
    />
  );
}
